import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { CopyIn } from '@skein/db/backup';
import pLimit from 'p-limit';
import type { MediaStore } from '../../modules/media/index.ts';
import { OperationError } from '../operation-error.ts';
import { mapConcurrently } from './map-concurrently.ts';
import { chunkBytes, parseMediaName, parseTablePartName } from './archive-format.ts';
import type { Header } from './archive-format.ts';
import { readEntries } from './read-archive.ts';
import type { ArchiveEntry } from './read-archive.ts';
import { readToBuffer } from './read-to-buffer.ts';

const concurrentFiles = 32;
const concurrentParts = 2;
const decompress = promisify(gunzip);

export interface RestoreDependencies {
  /** Runs `load` in a transaction. */
  restoreDatabase: (header: Header, load: (copyIn: CopyIn) => Promise<void>) => Promise<void>;
  mediaStore: Pick<MediaStore, 'putDeferred' | 'flush' | 'remove'>;
}

/** Restores the database and media of a verified file into an empty instance, completely or not at all. */
export async function restoreBackup(
  { restoreDatabase, mediaStore }: RestoreDependencies,
  { file, header }: { file: string; header: Header },
): Promise<{ mediaFiles: number }> {
  const media = createMediaLoader(mediaStore);
  try {
    await restoreDatabase(header, async (copyIn) => {
      const entries = createEntryQueue(readEntries(file));
      try {
        for (const table of header.tables) {
          const parts = mapConcurrently(getParts(table.name, entries), concurrentParts, (part) =>
            decompress(part),
          );
          await copyIn(table, Readable.from(parts, { objectMode: false }));
        }
        for (let entry = await entries.peek(); entry; entry = await entries.peek()) {
          await media.load(entry);
          await entries.next();
        }
        await media.finish();
      } finally {
        await entries.close();
      }
    });
  } catch (error) {
    await media.rollBack();
    throw error;
  }
  return { mediaFiles: media.count() };
}

/** Allows to look at the next entry, which shows where the parts of a table end. */
function createEntryQueue(entries: AsyncGenerator<ArchiveEntry>) {
  let head: Promise<ArchiveEntry | undefined> | undefined;
  const read = async () => (await entries.next()).value as ArchiveEntry | undefined;
  return {
    peek: () => (head ??= read()),
    async next(): Promise<void> {
      await head;
      head = undefined;
    },
    close: () => entries.return(undefined),
  };
}

type EntryQueue = ReturnType<typeof createEntryQueue>;

async function* getParts(table: string, entries: EntryQueue): AsyncGenerator<Buffer> {
  for (let entry = await entries.peek(); entry; entry = await entries.peek()) {
    if (parseTablePartName(entry.name) !== table) return;
    yield await readToBuffer(entry.content);
    await entries.next();
  }
}

function createMediaLoader(store: RestoreDependencies['mediaStore']) {
  const limit = pLimit(concurrentFiles);
  const running = new Set<Promise<void>>();
  const keys = new Set<string>();
  let failure: { error: unknown } | undefined;
  let files = 0;

  /** Writes in the background while the next files are read, up to a maximum of pending writes. */
  async function putInBackground(put: () => Promise<void>): Promise<void> {
    const task: Promise<void> = limit(put)
      .catch((error: unknown) => {
        failure ??= { error };
      })
      .finally(() => running.delete(task));
    running.add(task);
    if (running.size >= 2 * concurrentFiles) await Promise.race(running);
  }

  return {
    count: () => files,
    async load({ name, bytes, content }: ArchiveEntry): Promise<void> {
      if (failure) throw failure.error;
      const target = parseMediaName(name);
      if (target === undefined)
        throw new OperationError(`The backup contains an unknown entry: ${name}.`);
      const { key, fileName } = target;
      keys.add(key);
      files += 1;
      if (bytes > chunkBytes) {
        await store.putDeferred(key, fileName, content);
      } else {
        const buffer = await readToBuffer(content);
        await putInBackground(() => store.putDeferred(key, fileName, buffer));
      }
    },
    async finish(): Promise<void> {
      await Promise.all(running);
      if (failure) throw failure.error;
      await store.flush();
    },
    /** Deletes written files: without rows in the database nothing else would ever delete them. */
    async rollBack(): Promise<void> {
      await Promise.all(running);
      for (const key of keys) await store.remove(key);
    },
  };
}
