import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { requireKnown, restoreDatabase, withSnapshot } from '@skein/db/backup';
import { makeBackup } from '../../src/cli/backup/make-backup.ts';
import { verifyArchive } from '../../src/cli/backup/read-archive.ts';
import { restoreBackup } from '../../src/cli/backup/restore-backup.ts';
import type { MediaStore } from '../../src/modules/media/index.ts';
import { systemClock } from '../../src/platform/clock.ts';

interface Instance {
  databaseUrl: string;
  mediaStore: MediaStore;
  /** The migrations of a next release. */
  migrationsDirectory?: string;
}

/** Does the same as `npm run backup`. */
export function backUp({ databaseUrl, mediaStore }: Instance, file: string) {
  return makeBackup(
    {
      withSnapshot: (task) => withSnapshot(databaseUrl, task),
      mediaStore,
      clock: systemClock,
      version: '0.0.0-test',
    },
    file,
  );
}

/** Does the same as `npm run restore`. */
export async function restore(
  { databaseUrl, mediaStore, migrationsDirectory: directory }: Instance,
  file: string,
) {
  const header = await verifyArchive(file);
  requireKnown(header.migrations, directory);
  return restoreBackup(
    {
      restoreDatabase: ({ migrations, tables }, load) =>
        restoreDatabase(databaseUrl, { migrations, tables, directory }, load),
      mediaStore,
    },
    { file, header },
  );
}

export interface TempDirectory {
  path: string;
  fileAt(name: string): string;
  remove(): Promise<void>;
}

export async function createTempDirectory(): Promise<TempDirectory> {
  const directory = await mkdtemp(path.join(tmpdir(), 'skein-backup-'));
  return {
    path: directory,
    fileAt: (name) => path.join(directory, name),
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}
