import { onTestFinished } from 'vitest';
import { startTestPostgres } from '../db/test-postgres.ts';
import { startTcpProxy } from './tcp-proxy.ts';

/** A PostgreSQL server for one test and a proxy that can simulate faults; `url` uses the proxy. */
export async function startFailingDatabase() {
  const postgres = await startTestPostgres();
  onTestFinished(() => postgres.close());
  const proxy = await startTcpProxy({ targetPort: Number(new URL(postgres.url).port) });
  onTestFinished(() => proxy.close());
  const { href: url } = Object.assign(new URL(postgres.url), { port: String(proxy.port) });
  return { postgres, proxy, url };
}
