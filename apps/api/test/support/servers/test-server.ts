import path from 'node:path';
import type { TestPostgres } from '../db/test-postgres.ts';
import { startProcess, startSharedProcess } from './server-process.ts';
import type { ServerProcess } from './server-process.ts';

interface TestServerOptions {
  /** The name of its data directory, which may exist already. */
  name?: string;
  env?: Record<string, string>;
  /** See `startProcess`. */
  under?: readonly string[];
}

/**
 * A server process on the PostgreSQL server of a test, without rate limits and with fast password
 * hashes. Servers on the same database accept each other's sessions.
 */
export function startTestServer(
  postgres: Pick<TestPostgres, 'directory' | 'url'>,
  options: TestServerOptions = {},
): ServerProcess {
  return startProcess(getSettings(postgres, options), [], options.under);
}

/** The same for all tests of a file, which stops it. */
export function startSharedTestServer(
  postgres: Pick<TestPostgres, 'directory' | 'url'>,
  options: TestServerOptions = {},
): ServerProcess {
  return startSharedProcess(getSettings(postgres, options), [], options.under);
}

function getSettings(
  postgres: Pick<TestPostgres, 'directory' | 'url'>,
  { name = 'server', env = {} }: TestServerOptions,
): Record<string, string> {
  const settings = {
    DATA_DIR: path.join(postgres.directory, name),
    DATABASE_URL: postgres.url,
    JWT_SECRET: 'a secret that all servers have in common',
    BCRYPT_COST: '4',
    RATE_LIMIT_FACTOR: '0',
    LOG_LEVEL: 'warn',
  };
  return { ...settings, ...env };
}
