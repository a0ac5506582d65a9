import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** A file in the archive. */
export interface ZipEntry {
  path: string;
  modifiedAt: Date;
  /** False for what is compressed already. */
  compress: boolean;
  /** Its content, asked for when its turn has come. */
  open(): Promise<Readable>;
}

/**
 * An archive that is written while it is read: the next entry is only asked for when the one before
 * is being read. A failure of an entry is a failure of the archive.
 */
export function zipEntries(entries: AsyncIterable<ZipEntry>): Readable {
  const zip = new ZipFile();
  // Typed as less than the PassThrough that it is.
  const output = zip.outputStream as Readable;
  let current: Readable | undefined;
  zip.on('error', (error: Error) => output.destroy(error));
  // Its reader has gone, or all is done: what is half read is of no use any more.
  output.once('close', () => current?.destroy());

  const add = (entry: ZipEntry): Promise<void> =>
    new Promise((resolve, reject) => {
      const { path, modifiedAt: mtime, compress } = entry;
      output.once('close', resolve);
      zip.addReadStreamLazy(path, { mtime, compress }, (done) => {
        entry.open().then((content) => {
          current = content;
          // The library listens for no errors of what it reads.
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
