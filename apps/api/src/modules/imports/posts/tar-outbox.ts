import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable, pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { archiveTooLarge, archiveWithoutPosts } from './archive-errors.ts';
import type { CountBytes } from './archive-post.ts';
import { entriesMax, isOutbox, outboxMaxBytes, unpackedLimit } from './outbox-entry.ts';

const chunkBytes = 128 * 1024;

interface UnpackOptions {
  isCompressed: boolean;
  countBytes: CountBytes;
}

/** The content of `outbox.json` in a TAR file. Reads no further than its end. */
export async function* readTarOutbox(
  path: string,
  options: UnpackOptions,
): AsyncGenerator<Uint8Array> {
  const tar = extract();
  const source = Readable.from(unpack(path, options));
  source.on('error', (error) => tar.destroy(error));
  source.pipe(tar);
  let entries = 0;
  try {
    for await (const entry of tar) {
      entries += 1;
      if (entries > entriesMax) throw archiveTooLarge();
      const { name, size, type } = entry.header;
      if (type !== 'file' || !isOutbox(name)) {
        entry.resume();
        continue;
      }
      if (size > outboxMaxBytes) throw archiveTooLarge();
      for await (const chunk of entry) yield chunk as Buffer;
      return;
    }
  } finally {
    source.destroy();
  }
  throw archiveWithoutPosts();
}

async function* unpack(
  path: string,
  { isCompressed, countBytes }: UnpackOptions,
): AsyncGenerator<Buffer> {
  const { size } = await stat(path);
  const maxBytes = unpackedLimit(size);
  const file = createReadStream(path);
  // The loop throws the errors of both. Leaving it closes the file.
  const content = isCompressed
    ? pipeline(file, createGunzip({ chunkSize: chunkBytes }), () => undefined)
    : file;
  let bytes = 0;
  for await (const chunk of content) {
    const buffer = chunk as Buffer;
    bytes += buffer.length;
    countBytes(buffer.length);
    if (bytes > maxBytes) throw archiveTooLarge();
    yield buffer;
  }
}
