import { chmodSync, chownSync, existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { EmbeddedPostgresError } from './errors.ts';
import type { Layout } from './layout.ts';
import { findInaccessibleDirectory } from './reachable.ts';
import type { ServerAccount } from './server-account.ts';

/** Creates the database directory with mode 0700, owned by the account that runs PostgreSQL. */
export function prepareDataDirectory(layout: Layout, account: ServerAccount | undefined): void {
  createAccessibleDirectory(dirname(layout.root));
  if (account !== undefined) {
    const inaccessible = findInaccessibleDirectory(dirname(layout.root), account);
    if (inaccessible !== undefined) {
      throw new EmbeddedPostgresError(
        `PostgreSQL's system user cannot enter ${inaccessible}; run "chmod o+x ${inaccessible}", choose another DATA_DIR, or start Skein as an ordinary user.`,
      );
    }
  }
  for (const directory of [layout.root, layout.logs]) {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    changeOwner(account, directory);
  }
}

/** Makes the account that runs PostgreSQL the owner of a path. */
export function changeOwner(account: ServerAccount | undefined, path: string): void {
  if (account !== undefined) chownSync(path, account.uid, account.gid);
}

/** Creates a directory and its parents with access for all users, regardless of the umask. */
export function createAccessibleDirectory(directory: string): void {
  if (existsSync(directory)) return;
  createAccessibleDirectory(dirname(directory));
  mkdirSync(directory, { recursive: true });
  chmodSync(directory, 0o755);
}
