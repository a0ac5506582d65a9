import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

export interface ZipEntry {
  path: string;
  modifiedAt: Date;
  /** False for compressed formats. */
  compress: boolean;
  /** Opens the content; called when the entry is due. */
  open(): Promise<Readable>;
}

/**
 * A zip archive created while it is read: an entry is opened only when the previous one is being
 * read. An error in an entry is an error of the archive.
 */
export function zipEntries(entries: AsyncIterable<ZipEntry>): Readable {
  const zip = new ZipFile();
  // The types do not declare that it is a PassThrough.
  const output = zip.outputStream as Readable;
  let current: Readable | undefined;
  zip.on('error', (error: Error) => output.destroy(error));
  // The reader has closed the archive or all entries are read, so open entries are not needed.
  output.once('close', () => current?.destroy());

  const add = (entry: ZipEntry): Promise<void> =>
    new Promise((resolve, reject) => {
      const { path, modifiedAt: mtime, compress } = entry;
      output.once('close', resolve);
      zip.addReadStreamLazy(path, { mtime, compress }, (done) => {
        entry.open().then((content) => {
          current = content;
          // The library does not handle errors of entry streams.
          content.once('error', (error) => output.destroy(error));
          done(null, content);
          output.off('close', resolve);
          resolve();
        }, reject);
      });
    });

  const addAll = async (): Promise<void> => {
    for await (const entry of entries) {
      if (output.destroyed) return;
      await add(entry);
    }
    zip.end();
  };
  addAll().catch((error: unknown) => {
    output.destroy(error instanceof Error ? error : new Error('The archive could not be made.'));
  });
  return output;
}
