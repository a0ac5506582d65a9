import { existsSync } from 'node:fs';
import path from 'node:path';

/** The files that exist only while the embedded database of a data directory runs. */
export function findDatabaseFiles(dataDirectory: string): string[] {
  const names = ['owner.lock', 'cluster/postmaster.pid'];
  return names.filter((name) => existsSync(path.join(dataDirectory, 'postgres', name)));
}
