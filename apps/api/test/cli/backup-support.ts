import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { requireKnown, restoreDatabase, withSnapshot } from '@skein/db/backup';
import { makeBackup } from '../../src/server/cli/backup/make-backup.ts';
import { verifyArchive } from '../../src/server/cli/backup/read-archive.ts';
import { restoreBackup } from '../../src/server/cli/backup/restore-backup.ts';
import type { MediaStore } from '../../src/modules/media/index.ts';
import { systemClock } from '../../src/platform/clock.ts';

interface Place {
  databaseUrl: string;
  mediaStore: MediaStore;
}

/** As `npm run backup` does. */
export function backUp({ databaseUrl, mediaStore }: Place, file: string) {
  return makeBackup(
    {
      withSnapshot: (work) => withSnapshot(databaseUrl, work),
      mediaStore,
      clock: systemClock,
      version: '0.0.0-test',
    },
    file,
  );
}

/** As `npm run restore` does. */
export async function restore({ databaseUrl, mediaStore }: Place, file: string) {
  const header = await verifyArchive(file);
  requireKnown(header.migrations);
  return restoreBackup(
    {
      restoreDatabase: ({ migrations, tables }, load) =>
        restoreDatabase(databaseUrl, { migrations, tables }, load),
      mediaStore,
    },
    { file, header },
  );
}

export interface Folder {
  path: string;
  fileAt(name: string): string;
  remove(): Promise<void>;
}

export async function ensureDirectory(): Promise<Folder> {
  const folder = await mkdtemp(path.join(tmpdir(), 'skein-backup-'));
  return {
    path: folder,
    fileAt: (name) => path.join(folder, name),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
