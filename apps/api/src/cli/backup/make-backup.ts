import type { Readable, Writable } from 'node:stream';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { BackedUpTable, Snapshot } from '@skein/db/backup';
import type { MediaStore } from '../../modules/media/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { mapConcurrently } from './map-concurrently.ts';
import {
  archiveFormat,
  chunkBytes,
  headerName,
  mediaName,
  tablePartName,
} from './archive-format.ts';
import type { Header } from './archive-format.ts';
import { readToBuffer } from './read-to-buffer.ts';
import { writeArchive } from './write-archive.ts';
import type { ArchiveWriter } from './write-archive.ts';

const concurrentKeys = 16;
const concurrentParts = 2;
const compress = promisify(gzip);

export interface BackupDependencies {
  withSnapshot<Result>(work: (snapshot: Snapshot) => Promise<Result>): Promise<Result>;
  mediaStore: Pick<MediaStore, 'list' | 'stat' | 'read'>;
  clock: Clock;
  version: string;
}

export interface BackupResult {
  tables: number;
  mediaFiles: number;
  /** Media rows without files, which were deleted during the backup or lost before. */
  missingMedia: number;
}

/** Writes a snapshot of the database and its media files to a new file or a stream. */
export function makeBackup(
  dependencies: BackupDependencies,
  target: string | Writable,
): Promise<BackupResult> {
  return dependencies.withSnapshot(async (snapshot) => {
    const result: BackupResult = { tables: snapshot.tables.length, mediaFiles: 0, missingMedia: 0 };
    await writeArchive(target, async (archive) => {
      await archive.add(headerName, toJson(toHeader(dependencies, snapshot)));
      for (const table of snapshot.tables) await addTable(archive, snapshot, table);
      const keys = await snapshot.listMediaKeys();
      const { mediaStore } = dependencies;
      for await (const files of mapConcurrently(keys, concurrentKeys, (key) =>
        readKey(mediaStore, key),
      )) {
        if (files.length === 0) result.missingMedia += 1;
        for (const found of files) result.mediaFiles += await addFile(archive, found);
      }
    });
    return result;
  });
}

function toHeader({ clock, version }: BackupDependencies, snapshot: Snapshot): Header {
  const { migrations, tables } = snapshot;
  return {
    format: archiveFormat,
    version,
    createdAt: clock.now().toISOString(),
    migrations,
    tables,
  };
}

async function addTable(
  archive: ArchiveWriter,
  snapshot: Snapshot,
  table: BackedUpTable,
): Promise<void> {
  const parts = mapConcurrently(splitIntoParts(snapshot.copyOut(table)), concurrentParts, (part) =>
    compress(part, { level: 3 }),
  );
  let number = 0;
  for await (const part of parts) {
    number += 1;
    await archive.add(tablePartName(table.name, number), part);
  }
}

/** Combines the chunks of a stream to parts that are large enough to compress well. */
async function* splitIntoParts(stream: Readable): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    // COPY streams contain only Buffers.
    const part = chunk as Buffer;
    chunks.push(part);
    bytes += part.byteLength;
    if (bytes < chunkBytes) continue;
    yield Buffer.concat(chunks);
    chunks = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(chunks);
}

interface FoundFile {
  name: string;
  bytes: number;
  /** The content of a small file, or a function that opens a large one. */
  content: Buffer | (() => Promise<Readable | null>);
}

async function readKey(store: BackupDependencies['mediaStore'], key: string): Promise<FoundFile[]> {
  const names = await store.list(key);
  const files = await Promise.all(names.map((fileName) => readFile(store, key, fileName)));
  return files.filter((file) => file !== null);
}

async function readFile(
  store: BackupDependencies['mediaStore'],
  key: string,
  fileName: string,
): Promise<FoundFile | null> {
  const found = await store.stat(key, fileName);
  if (found === null) return null;
  const { bytes } = found;
  const open = () => store.read(key, fileName);
  const name = mediaName(key, fileName);
  if (bytes > chunkBytes) return { name, bytes, content: open };
  const stream = await open();
  return stream && { name, bytes, content: await readToBuffer(stream) };
}

/** Returns the number of added files: 0 if the file was deleted meanwhile. */
async function addFile(archive: ArchiveWriter, file: FoundFile): Promise<number> {
  if (typeof file.content !== 'function') {
    await archive.add(file.name, file.content);
    return 1;
  }
  const stream = await file.content();
  if (stream === null) return 0;
  await archive.addStream(file.name, file.bytes, stream);
  return 1;
}

function toJson(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value, undefined, 2));
}
