import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { CopyIn } from '@skein/db/backup';
import pLimit from 'p-limit';
import type { MediaStore } from '../../../modules/media/index.ts';
import { OperationError } from '../operation-error.ts';
import { mapConcurrently } from './map-concurrently.ts';
import { chunkBytes, parseMediaName, tableOfPart } from './archive-format.ts';
import type { Header } from './archive-format.ts';
import { readEntries } from './read-archive.ts';
import type { ArchiveEntry } from './read-archive.ts';
import { readToBuffer } from './read-to-buffer.ts';

const filesAtOnce = 32;
const partsAtOnce = 2;
const decompress = promisify(gunzip);

export interface RestoreDependencies {
  /** Runs `load` and keeps what it loaded, or nothing when it fails. */
  restoreDatabase: (header: Header, load: (copyIn: CopyIn) => Promise<void>) => Promise<void>;
  mediaStore: Pick<MediaStore, 'putQuickly' | 'settle' | 'remove'>;
}

/** Puts the database and the media of a verified file into an empty instance, all or nothing. */
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
          const parts = mapConcurrently(partsOf(table.name, entries), partsAtOnce, (part) =>
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
    await media.takeBack();
    throw error;
  }
  return { mediaFiles: media.count() };
}

/** The entries with a look at the next one: only that tells where a table ends. */
function createEntryQueue(entries: AsyncGenerator<ArchiveEntry>) {
  let head: Promise<ArchiveEntry | undefined> | undefined;
  const take = async () => (await entries.next()).value as ArchiveEntry | undefined;
  return {
    peek: () => (head ??= take()),
    async next(): Promise<void> {
      await head;
      head = undefined;
    },
    close: () => entries.return(undefined),
  };
}

type EntryQueue = ReturnType<typeof createEntryQueue>;

async function* partsOf(table: string, entries: EntryQueue): AsyncGenerator<Buffer> {
  for (let entry = await entries.peek(); entry; entry = await entries.peek()) {
    if (tableOfPart(entry.name) !== table) return;
    yield await readToBuffer(entry.content);
    await entries.next();
  }
}

function createMediaLoader(store: RestoreDependencies['mediaStore']) {
  const limit = pLimit(filesAtOnce);
  const underWay = new Set<Promise<void>>();
  const keys = new Set<string>();
  let failure: { error: unknown } | undefined;
  let files = 0;

  /** Goes on while the next files are read, but not without end. */
  async function putLater(put: () => Promise<void>): Promise<void> {
    const task: Promise<void> = limit(put)
      .catch((error: unknown) => {
        failure ??= { error };
      })
      .finally(() => underWay.delete(task));
    underWay.add(task);
    if (underWay.size >= 2 * filesAtOnce) await Promise.race(underWay);
  }

  return {
    count: () => files,
    async load({ name, bytes, content }: ArchiveEntry): Promise<void> {
      if (failure) throw failure.error;
      const target = parseMediaName(name);
      if (target === undefined)
        throw new OperationError(`The backup holds ${name}, which is unknown.`);
      const { key, fileName } = target;
      keys.add(key);
      files += 1;
      if (bytes > chunkBytes) {
        await store.putQuickly(key, fileName, content);
      } else {
        const whole = await readToBuffer(content);
        await putLater(() => store.putQuickly(key, fileName, whole));
      }
    },
    async finish(): Promise<void> {
      await Promise.all(underWay);
      if (failure) throw failure.error;
      await store.settle();
    },
    /** No row will stand for them, so nothing else would ever remove them. */
    async takeBack(): Promise<void> {
      await Promise.all(underWay);
      for (const key of keys) await store.remove(key);
    },
  };
}
