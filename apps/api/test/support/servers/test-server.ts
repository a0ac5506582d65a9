import path from 'node:path';
import type { TestPostgres } from '../db/test-postgres.ts';
import { startProcess } from './server-process.ts';
import type { ServerProcess } from './server-process.ts';

interface TestServerOptions {
  /** Of its data directory, which is made anew or found again. */
  name?: string;
  env?: Record<string, string>;
  /** See `startProcess`. */
  under?: readonly string[];
}

/**
 * A server process on a test's own database, without limits and with cheap passwords. Several on
 * one database know each other's sessions.
 */
export function startTestServer(
  own: TestPostgres,
  { name = 'server', env = {}, under = [] }: TestServerOptions = {},
): ServerProcess {
  const settings = {
    DATA_DIR: path.join(own.directory, name),
    DATABASE_URL: own.url,
    JWT_SECRET: 'a secret that all servers have in common',
    BCRYPT_COST: '4',
    RATE_LIMIT_FACTOR: '0',
    LOG_LEVEL: 'warn',
  };
  return startProcess({ ...settings, ...env }, [], under);
}
