import { startRunServer } from './server.ts';

// oxlint-disable-next-line import/no-default-export -- Playwright takes a global setup by default export
export default function startDemo(): Promise<() => Promise<void>> {
  return startRunServer(['--demo']);
}
