import { onTestFinished } from 'vitest';

/** The page says that the instance is connected with others. */
export function givenFederation(): void {
  const meta = document.head.appendChild(document.createElement('meta'));
  Object.assign(meta, { name: 'federation', content: 'on' });
  onTestFinished(() => meta.remove());
}
