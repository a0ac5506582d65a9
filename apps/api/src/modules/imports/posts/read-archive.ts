import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { AppError } from '../../../platform/errors.ts';
import { isOutage } from '../../../platform/is-outage.ts';
import type { ArchiveReceiver, CountBytes, ReadOptions } from './archive-post.ts';
import { damagedArchive, unknownArchive } from './archive-errors.ts';
import { readRepository } from './bluesky-repository.ts';
import { readOutbox } from './mastodon-outbox.ts';
import { readTarOutbox } from './tar-outbox.ts';
import { readZipOutbox } from './zip-outbox.ts';

type Format = 'json' | 'zip' | 'tar' | 'tar.gz' | 'car';

const beginningBytes = 512;

/**
 * Reads the posts of a Mastodon or Bluesky archive. Writes no files and keeps only a part of the archive
 * in memory.
 * @throws ValidationError for a file that is of another format, damaged or too large
 */
export async function readArchive(
  path: string,
  options: ReadOptions,
  receiver: ArchiveReceiver,
): Promise<void> {
  const format = await detectFormat(path);
  if (format === null) throw unknownArchive();
  try {
    if (format === 'car') await readRepository(path, options, receiver);
    else await readOutbox(openOutbox(path, format, receiver.countBytes), options, receiver);
  } catch (error) {
    if (error instanceof AppError || isOutage(error) || isDiskError(error)) throw error;
    // The parsers report malformed content with errors of many kinds.
    throw damagedArchive();
  }
}

function openOutbox(
  path: string,
  format: Exclude<Format, 'car'>,
  countBytes: CountBytes,
): AsyncIterable<Uint8Array> {
  switch (format) {
    case 'zip':
      return readZipOutbox(path, countBytes);
    case 'tar':
    case 'tar.gz':
      return readTarOutbox(path, { isCompressed: format === 'tar.gz', countBytes });
    case 'json':
      return createReadStream(path).on('data', ({ length }) => countBytes(length));
  }
}

/** By the content: browsers and users change the names of files. */
async function detectFormat(path: string): Promise<Format | null> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(beginningBytes) });
    return getFormat(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}

function getFormat(beginning: Buffer): Format | null {
  const text = beginning.toString('latin1');
  if (text.startsWith('PK\u0003\u0004')) return 'zip';
  if (text.startsWith('\u001F\u008B')) return 'tar.gz';
  // Some browsers unpack a tar.gz file when they download it.
  if (text.slice(257, 262) === 'ustar') return 'tar';
  // The header is a map in CBOR, after its length.
  if (/^[^]{1,3}[\u00A1\u00A2]eroots/.test(text)) return 'car';
  return /^(?:ï»¿)?\s*\{/.test(text) ? 'json' : null;
}

/** A failed read, for example of a full or missing disk. */
const isDiskError = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && error.syscall !== undefined;
