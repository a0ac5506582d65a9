import { existsSync, statSync, type Stats } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { ServerAccount } from './server-account.ts';

/** The first directory of the path that the account cannot enter, or undefined. */
export function findInaccessibleDirectory(
  path: string,
  account: ServerAccount,
): string | undefined {
  return ancestors(path)
    .filter((directory) => existsSync(directory))
    .find((directory) => !canEnter(statSync(directory), account));
}

function ancestors(path: string): string[] {
  const directory = resolve(path);
  const parent = dirname(directory);
  return parent === directory ? [directory] : [...ancestors(parent), directory];
}

function canEnter(stats: Stats, account: ServerAccount): boolean {
  if (stats.uid === account.uid) return (stats.mode & 0o100) !== 0;
  if (stats.gid === account.gid) return (stats.mode & 0o010) !== 0;
  return (stats.mode & 0o001) !== 0;
}
