import { onTestFinished } from 'vitest';
import { startOwnDatabase } from '../db/own-database.ts';
import { startTcpProxy } from './tcp-proxy.ts';

/** A test's own database, and a way to it that can be broken; `url` leads along that. */
export async function startBreakableDatabase() {
  const own = await startOwnDatabase();
  onTestFinished(() => own.close());
  const way = await startTcpProxy({ targetPort: Number(new URL(own.url).port) });
  onTestFinished(() => way.close());
  const { href: url } = Object.assign(new URL(own.url), { port: String(way.port) });
  return { own, way, url };
}
