import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import lighthouse from 'lighthouse';
import { openBrowser, type Session } from './browser.ts';

export interface LighthouseResult {
  path: string;
  /** By category, 0 to 100. */
  scores: Record<string, number>;
  /** Titles of the audits that do not have the full score. */
  findings: string[];
}

const categories = ['performance', 'accessibility', 'best-practices'];

/** Lighthouse's default profile: a mid-range phone on a simulated slow 4G. */
export async function measureLighthouse(
  origin: string,
  path: string,
  session: Session | null,
): Promise<LighthouseResult> {
  const devtoolsPort = await findFreePort();
  const viewport = { width: 412, height: 823 };
  await using _browser = await openBrowser(origin, session, { viewport, devtoolsPort });
  const run = await lighthouse(`${origin}${path}`, {
    port: devtoolsPort,
    onlyCategories: categories,
    // The storage contains the session.
    disableStorageReset: true,
    logLevel: 'error',
  });
  if (!run) throw new Error('Lighthouse returned no result.');
  const { audits, categories: lhrCategories } = run.lhr;
  const scores = Object.fromEntries(
    categories.map((id) => [id, Math.round((lhrCategories[id]?.score ?? 0) * 100)]),
  );
  const findings = Object.values(audits)
    .filter(
      ({ score, scoreDisplayMode }) =>
        score !== null && score < 1 && scoreDisplayMode !== 'informative',
    )
    .map(({ title, displayValue }) => [title, displayValue].filter(Boolean).join(': '));
  return { path, scores, findings };
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A TCP server's address is never the path of a socket.
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
