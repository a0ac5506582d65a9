import { existsSync, statfsSync } from 'node:fs';

const directory = '/dev/shm';
/** Many times what the suites use at the same time. */
const neededBytes = 2 * 1024 ** 3;

/**
 * Keeps the temporary files of a test run in memory on Linux if there is enough, unless TMPDIR is set.
 * A database has 640 files, and some file systems take a second to create them.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.env['TMPDIR'] !== undefined || !existsSync(directory)) return;
  const { bavail, bsize } = statfsSync(directory);
  // Containers usually limit this directory to 64 MB. Its files use their memory.
  if (Math.min(bavail * bsize, process.availableMemory()) < neededBytes) return;
  process.env['TMPDIR'] = directory;
}
