import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { extract } from 'tar-stream';
import { OperationError } from '../operation-error.ts';
import {
  anyHeaderSchema,
  archiveFormat,
  chunkBytes,
  headerName,
  headerSchema,
  checksumName,
  checksumSchema,
} from './archive-format.ts';
import type { Header } from './archive-format.ts';
import { createDigest } from './digest.ts';
import { readToBuffer } from './read-to-buffer.ts';

export interface ArchiveEntry {
  name: string;
  bytes: number;
  /** Must be read to its end before the next entry. */
  content: Readable;
}

/** Yields all entries between the header and the checksum. Call `verifyArchive` before. */
export async function* readEntries(file: string): AsyncGenerator<ArchiveEntry> {
  for await (const entry of openArchive(file)) {
    if (entry.name === headerName || entry.name === checksumName) entry.content.resume();
    else yield entry;
  }
}

/**
 * Reads the whole file, verifies its checksum and returns its header.
 * @throws OperationError when the file is not a backup, or is damaged
 */
export async function verifyArchive(file: string): Promise<Header> {
  const digest = createDigest();
  let header: Header | undefined;
  let isComplete = false;
  try {
    for await (const { name, bytes, content } of openArchive(file)) {
      if (name === checksumName) {
        const expected = checksumSchema.parse(JSON.parse(String(await readToBuffer(content))));
        const actual = digest.finish();
        isComplete = expected.entries === actual.entries && expected.sha256 === actual.sha256;
        break;
      }
      digest.begin(name, bytes);
      if (header === undefined) {
        const text = await readToBuffer(content);
        digest.update(text);
        header = readHeader(name, text);
      } else {
        for await (const chunk of content) digest.update(chunk as Buffer);
      }
    }
  } catch (error) {
    throw header === undefined ? toHeaderError(error, file) : damaged(file, error);
  }
  if (header === undefined) throw notABackup(file);
  if (!isComplete) throw damaged(file);
  return header;
}

async function* openArchive(file: string): AsyncGenerator<ArchiveEntry> {
  const tar = extract();
  // Large reads, because each read may wait for concurrent writes.
  const source = createReadStream(file, { highWaterMark: chunkBytes });
  source.on('error', (error) => tar.destroy(error));
  source.pipe(tar);
  try {
    for await (const entry of tar) {
      const { name, size } = entry.header;
      yield { name, bytes: size, content: Readable.from(entry, { objectMode: false }) };
    }
  } finally {
    source.destroy();
  }
}

function readHeader(name: string, text: Buffer): Header {
  if (name !== headerName) throw new Error('The first entry is not the header.');
  const content: unknown = JSON.parse(String(text));
  const { format } = anyHeaderSchema.parse(content);
  if (format > archiveFormat) {
    throw new OperationError(
      'The backup was created by a newer version of Skein: restore it with that version or a later one.',
    );
  }
  return headerSchema.parse(content);
}

function toHeaderError(error: unknown, file: string): unknown {
  if (error instanceof OperationError) return error;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return new OperationError(`The file ${file} does not exist.`);
  if (code === 'EACCES') return new OperationError(`Permission denied to read ${file}.`);
  if (code === 'EISDIR') return new OperationError(`${file} is a folder.`);
  return notABackup(file, error);
}

function notABackup(file: string, cause?: unknown): OperationError {
  return new OperationError(`${file} is not a backup of Skein, or its beginning is damaged.`, {
    cause,
  });
}

function damaged(file: string, cause?: unknown): OperationError {
  return new OperationError(`${file} is damaged or incomplete: nothing was restored.`, { cause });
}
