import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { pack } from 'tar-stream';
import { OperationError } from '../operation-error.ts';
import { checksumName } from './archive-format.ts';
import { createDigest } from './digest.ts';

/** A large buffer, because archives consist of many small entries. */
const writeBufferBytes = 4 * 1024 * 1024;

export interface ArchiveWriter {
  add(name: string, content: Uint8Array): Promise<void>;
  /** @throws when the content has a different size */
  addStream(name: string, bytes: number, content: Readable): Promise<void>;
}

type Fill = (archive: ArchiveWriter) => Promise<void>;

/**
 * Writes the archive that `fill` generates.
 * @throws OperationError when the target is not writable
 */
export function writeArchive(target: string | Writable, fill: Fill): Promise<void> {
  return typeof target === 'string' ? writeToFile(target, fill) : writeToStream(target, fill);
}

/** An incomplete archive has no checksum, so a restore rejects it. */
async function writeToStream(output: Writable, fill: Fill): Promise<void> {
  const tar = pack();
  const written = pipeline(Readable.from(tar), output).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new OperationError(`The backup is not complete, because its output failed: ${reason}.`, {
      cause,
    });
  });
  // A failed archive makes its output fail later, so its own error is the one that is thrown.
  await Promise.all([fillAndFinish(tar, fill), written]);
}

/**
 * The file gets its name when it is complete and flushed to disk. Never overwrites a file. Only the
 * owner can read it, because it contains private data.
 */
async function writeToFile(file: string, fill: Fill): Promise<void> {
  await reserve(file);
  const draft = `${file}.partial`;
  try {
    const tar = pack();
    const output = createWriteStream(draft, {
      mode: 0o600,
      flush: true,
      highWaterMark: writeBufferBytes,
    });
    // Either failure makes the other one fail; the first error is thrown.
    await Promise.all([fillAndFinish(tar, fill), pipeline(Readable.from(tar), output)]);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    await rm(file, { force: true });
    throw error;
  }
}

/** Creates the file first, so that a second backup to the same file fails immediately. */
async function reserve(file: string): Promise<void> {
  try {
    await (await open(file, 'wx', 0o600)).close();
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    const describe = messages[code];
    throw describe === undefined ? cause : new OperationError(describe(file), { cause });
  }
}

const messages: Record<string, (file: string) => string> = {
  EEXIST: (file) => `${file} already exists: name a new file.`,
  ENOENT: (file) => `There is no folder ${path.dirname(file)}.`,
  ENOTDIR: (file) => `There is no folder ${path.dirname(file)}.`,
  EACCES: (file) => `The file ${file} may not be written.`,
  EROFS: (file) => `The file ${file} may not be written.`,
};

type Pack = ReturnType<typeof pack>;

async function fillAndFinish(tar: Pack, fill: Fill): Promise<void> {
  const digest = createDigest();
  try {
    await fill({
      async add(name, content) {
        digest.begin(name, content.byteLength);
        digest.update(content);
        await addEntry(tar, name, content);
      },
      async addStream(name, bytes, content) {
        digest.begin(name, bytes);
        const entry = tar.entry({ name, size: bytes });
        content.on('data', (chunk: Buffer) => digest.update(chunk));
        await pipeline(content, entry);
      },
    });
    await addEntry(tar, checksumName, Buffer.from(JSON.stringify(digest.finish())));
    tar.finalize();
  } catch (error) {
    tar.destroy(error instanceof Error ? error : new Error(String(error)));
    throw error;
  }
}

/** Resolves when the archive is ready for the next entry. */
async function addEntry(tar: Pack, name: string, content: Uint8Array): Promise<void> {
  const entry = tar.entry({ name, size: content.byteLength });
  entry.end(content);
  await finished(entry);
}
