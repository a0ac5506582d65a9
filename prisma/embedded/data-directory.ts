import { chmodSync, chownSync, existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { EmbeddedPostgresError } from './errors.ts';
import type { Layout } from './layout.ts';
import { findClosedDirectory } from './reachable.ts';
import type { ServerAccount } from './server-account.ts';

/** Makes the database's directory; only its owner, the one who runs PostgreSQL, may enter it. */
export function prepareDataDirectory(layout: Layout, account: ServerAccount | undefined): void {
  makeOpenDirectory(dirname(layout.root));
  if (account !== undefined) {
    const closed = findClosedDirectory(dirname(layout.root), account);
    if (closed !== undefined) {
      throw new EmbeddedPostgresError(
        `PostgreSQL's system user cannot enter ${closed}; run "chmod o+x ${closed}", choose another DATA_DIR, or start Skein as an ordinary user.`,
      );
    }
  }
  for (const directory of [layout.root, layout.logs]) {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    giveTo(account, directory);
  }
}

/** Hands a path over to the one who runs PostgreSQL. */
export function giveTo(account: ServerAccount | undefined, path: string): void {
  if (account !== undefined) chownSync(path, account.uid, account.gid);
}

/** Makes a directory, and those above it, that everybody may enter even under a strict umask. */
export function makeOpenDirectory(directory: string): void {
  if (existsSync(directory)) return;
  makeOpenDirectory(dirname(directory));
  mkdirSync(directory, { recursive: true });
  chmodSync(directory, 0o755);
}
