import { promisify } from 'node:util';
import yauzl from 'yauzl';
import { archiveTooLarge, archiveWithoutPosts } from './archive-errors.ts';
import type { CountBytes } from './archive-post.ts';
import { entriesMax, isOutbox, outboxMaxBytes, unpackedLimit } from './outbox-entry.ts';

const openZip = promisify<string, yauzl.Options, yauzl.ZipFile>(yauzl.open);

/** The content of `outbox.json` in a ZIP file. No other file is unpacked. */
export async function* readZipOutbox(
  path: string,
  countBytes: CountBytes,
): AsyncGenerator<Uint8Array> {
  const zip = await openZip(path, { lazyEntries: true, autoClose: false });
  try {
    if (zip.entryCount > entriesMax) throw archiveTooLarge();
    const entry = await findOutbox(zip);
    if (entry === null) throw archiveWithoutPosts();
    const { compressedSize, uncompressedSize } = entry;
    const maxBytes = Math.min(outboxMaxBytes, unpackedLimit(compressedSize));
    if (uncompressedSize > maxBytes) throw archiveTooLarge();
    // It fails when there are more bytes than declared.
    const openEntry = promisify<yauzl.Entry, NodeJS.ReadableStream>((file, done) =>
      zip.openReadStream(file, done),
    );
    for await (const chunk of await openEntry(entry)) {
      const buffer = chunk as Buffer;
      countBytes(buffer.length);
      yield buffer;
    }
  } finally {
    zip.close();
  }
}

function findOutbox(zip: yauzl.ZipFile): Promise<yauzl.Entry | null> {
  return new Promise((resolve, reject) => {
    zip.on('entry', (entry: yauzl.Entry) => {
      if (isOutbox(entry.fileName)) resolve(entry);
      else zip.readEntry();
    });
    zip.once('end', () => resolve(null));
    zip.once('error', reject);
    zip.readEntry();
  });
}
