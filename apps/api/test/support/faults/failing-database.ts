import { onTestFinished } from 'vitest';
import { startTestPostgres } from '../db/test-postgres.ts';
import { startTcpProxy } from './tcp-proxy.ts';

/** A PostgreSQL server for one test and a proxy that can simulate faults; `url` uses the proxy. */
export async function startFailingDatabase() {
  const own = await startTestPostgres();
  onTestFinished(() => own.close());
  const proxy = await startTcpProxy({ targetPort: Number(new URL(own.url).port) });
  onTestFinished(() => proxy.close());
  const { href: url } = Object.assign(new URL(own.url), { port: String(proxy.port) });
  return { own, proxy, url };
}
