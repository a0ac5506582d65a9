import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { pack } from 'tar-stream';
import { OperationError } from '../operation-error.ts';
import { sealName } from './archive-format.ts';
import { createDigest } from './digest.ts';

/** The small pieces of an archive are written many at a time. */
const writeAheadBytes = 4 * 1024 * 1024;

export interface ArchiveWriter {
  add(name: string, content: Uint8Array): Promise<void>;
  /** @throws when it is of another size */
  addStream(name: string, bytes: number, content: Readable): Promise<void>;
}

type Fill = (archive: ArchiveWriter) => Promise<void>;

/**
 * Writes an archive while `fill` fills it.
 * @throws OperationError when it cannot be written there
 */
export function writeArchive(target: string | Writable, fill: Fill): Promise<void> {
  return typeof target === 'string' ? writeToFile(target, fill) : writeToStream(target, fill);
}

/** One that was cut off has no seal, so a restore rejects it. */
async function writeToStream(output: Writable, fill: Fill): Promise<void> {
  const tar = pack();
  const written = pipeline(Readable.from(tar), output).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new OperationError(`The backup is not complete, because its output failed: ${reason}.`, {
      cause,
    });
  });
  // A failed archive makes its output fail later, so its own error is the one that is thrown.
  await Promise.all([fillAndSeal(tar, fill), written]);
}

/**
 * The file has its name when it is whole and on the disk; one that was there before is not touched.
 * Only its owner can read it: it holds private texts.
 */
async function writeToFile(file: string, fill: Fill): Promise<void> {
  await reserve(file);
  const draft = `${file}.partial`;
  try {
    const tar = pack();
    const output = createWriteStream(draft, {
      mode: 0o600,
      flush: true,
      highWaterMark: writeAheadBytes,
    });
    // Whatever fails first is told; the other then fails of it.
    await Promise.all([fillAndSeal(tar, fill), pipeline(Readable.from(tar), output)]);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    await rm(file, { force: true });
    throw error;
  }
}

/** Taken first, so that of two backups to one file the second fails at once. */
async function reserve(file: string): Promise<void> {
  try {
    await (await open(file, 'wx', 0o600)).close();
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    const sentence = refusals[code];
    throw sentence === undefined ? cause : new OperationError(sentence(file), { cause });
  }
}

const refusals: Record<string, (file: string) => string> = {
  EEXIST: (file) => `${file} is there already: name a new file.`,
  ENOENT: (file) => `There is no folder ${path.dirname(file)}.`,
  ENOTDIR: (file) => `There is no folder ${path.dirname(file)}.`,
  EACCES: (file) => `The file ${file} may not be written.`,
  EROFS: (file) => `The file ${file} may not be written.`,
};

type Pack = ReturnType<typeof pack>;

async function fillAndSeal(tar: Pack, fill: Fill): Promise<void> {
  const digest = createDigest();
  try {
    await fill({
      async add(name, content) {
        digest.begin(name, content.byteLength);
        digest.take(content);
        await addEntry(tar, name, content);
      },
      async addStream(name, bytes, content) {
        digest.begin(name, bytes);
        const entry = tar.entry({ name, size: bytes });
        content.on('data', (chunk: Buffer) => digest.take(chunk));
        await pipeline(content, entry);
      },
    });
    await addEntry(tar, sealName, Buffer.from(JSON.stringify(digest.seal())));
    tar.finalize();
  } catch (error) {
    tar.destroy(error instanceof Error ? error : new Error(String(error)));
    throw error;
  }
}

/** Done when the archive has taken it, and is ready for more. */
async function addEntry(tar: Pack, name: string, content: Uint8Array): Promise<void> {
  const entry = tar.entry({ name, size: content.byteLength });
  entry.end(content);
  await finished(entry);
}
