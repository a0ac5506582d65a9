import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Binaries } from './binaries.ts';
import { changeOwner } from './data-directory.ts';
import { EmbeddedPostgresError } from './errors.ts';
import type { Layout } from './layout.ts';
import { runProgram } from './run-program.ts';
import type { ServerAccount } from './server-account.ts';
import type { Durability } from './settings.ts';

/** Name of the database and of PostgreSQL's superuser. */
export const databaseName = 'skein';

const majorVersion = '18';

interface ClusterOptions {
  binaries: Binaries;
  account: ServerAccount | undefined;
  durability: Durability;
  log: (line: string) => void;
}

/** Creates the cluster if it does not exist. Recreates one that a crash left incomplete. */
export async function ensureCluster(layout: Layout, options: ClusterOptions): Promise<void> {
  if (existsSync(layout.cluster)) {
    checkVersion(layout);
    return;
  }
  options.log(`Creating a PostgreSQL database in ${layout.cluster}.`);
  rmSync(layout.clusterDraft, { recursive: true, force: true });
  mkdirSync(layout.clusterDraft, { mode: 0o700 });
  changeOwner(options.account, layout.clusterDraft);
  writeFileSync(layout.password, randomBytes(24).toString('base64url'), { mode: 0o600 });
  changeOwner(options.account, layout.password);
  await runProgram(options.binaries.initdb, initdbArguments(layout, options.durability), {
    account: options.account,
    cwd: layout.root,
  });
  renameSync(layout.clusterDraft, layout.cluster);
}

export function readPassword(layout: Layout): string {
  return readFileSync(layout.password, 'utf8').trim();
}

function initdbArguments(layout: Layout, durability: Durability): string[] {
  return [
    `--pgdata=${layout.clusterDraft}`,
    `--username=${databaseName}`,
    `--pwfile=${layout.password}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // Sorts by code point on every platform and handles the case of all scripts.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    '--no-instructions',
    ...(durability === 'throw-away' ? ['--no-sync'] : []),
  ];
}

function checkVersion(layout: Layout): void {
  const version = readFileSync(join(layout.cluster, 'PG_VERSION'), 'utf8').trim();
  if (version === majorVersion) return;
  throw new EmbeddedPostgresError(
    `The database in ${layout.cluster} was created by PostgreSQL ${version}, but this version of Skein contains PostgreSQL ${majorVersion}: create a backup with the version of Skein that created it, and restore it here.`,
  );
}
