import { withConnection } from '../connection.ts';
import {
  applicationRole,
  ensureApplicationRole,
  isApplicationRoleReady,
  readApplicationPassword,
} from './application-role.ts';
import { locateBinaries } from './binaries.ts';
import { databaseName, ensureCluster, readPassword } from './cluster.ts';
import { prepareDataDirectory } from './data-directory.ts';
import { getLayout } from './layout.ts';
import type { Layout } from './layout.ts';
import { EmbeddedPostgresError } from './errors.ts';
import { acquireOwnerLock, findLiveOwner } from './owner-lock.ts';
import { readPort } from './port.ts';
import { recoverPostmaster, startPostmaster, stopPostmaster } from './postmaster.ts';
import { serverAccount } from './server-account.ts';
import type { Durability } from './settings.ts';
import { keepRunning } from './supervision.ts';

export { EmbeddedPostgresError } from './errors.ts';
export { defaultDataDir } from './layout.ts';

export interface EmbeddedPostgresOptions {
  /** The database is in its folder `postgres`. */
  dataDir: string;
  log: (line: string) => void;
  /** `throw-away` (for tests) disables crash safety for speed. */
  durability?: Durability;
  /** Called when PostgreSQL has been launched but is not ready yet. */
  onLaunch?: () => void;
  /** For benchmarks: lets the application role create databases. */
  canCreateDatabases?: boolean;
}

export interface EmbeddedPostgres {
  url: string;
  /** Stops the server and waits for its end; further calls do nothing. */
  stop: () => Promise<void>;
}

/**
 * Starts a PostgreSQL server on 127.0.0.1 that belongs to this process. Creates the cluster on first
 * use, recovers it if the last owner was killed, and restarts the server if it dies.
 *
 * @throws {EmbeddedPostgresError} with a message for the operator
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const { dataDir, log, durability = 'durable', canCreateDatabases = false, onLaunch } = options;
  const account = serverAccount();
  const layout = getLayout(dataDir);
  const binaries = await locateBinaries(account, log);
  prepareDataDirectory(layout, account);
  const lock = acquireOwnerLock(layout.ownerLock);
  const postmaster = { layout, binaries, account, durability };
  try {
    await ensureCluster(layout, { binaries, account, durability, log });
    await recoverPostmaster(postmaster, log);
    const port = await startPostmaster(postmaster, { onLaunch });
    const url = applicationAddress(layout, port);
    if (canCreateDatabases || !(await isApplicationRoleReady(url))) {
      await ensureDatabase(superuserAddress(layout, port, 'postgres'));
      const superuserUrl = superuserAddress(layout, port, databaseName);
      await ensureApplicationRole(superuserUrl, layout, {
        account,
        durability,
        canCreateDatabases,
      });
    }
    const endSupervision = keepRunning(postmaster, port, log);
    const stop = async () => {
      await endSupervision();
      await stopPostmaster(postmaster).finally(lock.release);
    };
    let stopped: Promise<void> | undefined;
    return { url: applicationAddress(layout, port), stop: () => (stopped ??= stop()) };
  } catch (error) {
    await stopPostmaster(postmaster).catch(() => undefined);
    lock.release();
    throw error;
  }
}

/**
 * Connects to the database of a data directory for a short task: to the running server if there is
 * one, otherwise to a server started for this purpose.
 *
 * @throws {EmbeddedPostgresError} with a message for the operator
 */
export async function openEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const layout = getLayout(options.dataDir);
  const owner = findLiveOwner(layout.ownerLock);
  if (owner === undefined) return startEmbeddedPostgres(options);
  const port = readPort(layout.port);
  if (port === undefined) {
    throw new EmbeddedPostgresError(
      `Skein (process ${owner}) is creating its database in ${layout.root}: wait until it has started.`,
    );
  }
  return { url: applicationAddress(layout, port), stop: () => Promise.resolve() };
}

function superuserAddress(layout: Layout, port: number, database: string): string {
  return `postgresql://${databaseName}:${readPassword(layout)}@127.0.0.1:${port}/${database}`;
}

function applicationAddress(layout: Layout, port: number): string {
  const password = readApplicationPassword(layout);
  // The role does not exist yet.
  if (password === undefined) return superuserAddress(layout, port, databaseName);
  return `postgresql://${applicationRole}:${password}@127.0.0.1:${port}/${databaseName}`;
}

// A start that was killed after initdb leaves a cluster without the database.
async function ensureDatabase(url: string): Promise<void> {
  await withConnection(url, async (client) => {
    const found = await client.query('SELECT FROM pg_database WHERE datname = $1', [databaseName]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${databaseName}`);
  });
}
