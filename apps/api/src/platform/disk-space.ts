import { statfs } from 'node:fs/promises';
import path from 'node:path';
import { InsufficientStorageError } from './errors.ts';

export interface Disk {
  /** The space that the server's account may use. */
  freeBytes: number;
  totalBytes: number;
}

/** Returns the disk with a directory, which may not exist yet. */
export type ReadDisk = (directory: string) => Promise<Disk>;

/** A disk with a reserve that stays free for other programs, such as the database. */
export interface DiskSpace {
  /** @throws InsufficientStorageError when writing the bytes would use the reserve */
  require(bytes: number): Promise<void>;
  /**
   * Passes through content that is written to the disk.
   * @throws InsufficientStorageError once the reserve is reached
   */
  watch(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer>;
}

interface DiskSpaceOptions {
  /** A directory on the disk, which need not exist yet. */
  directory: string;
  /** 0 turns the check off. */
  reserveBytes: number;
  readDisk: ReadDisk;
}

const checkEveryBytes = 1024 ** 2;

export function createDiskSpace({
  directory,
  reserveBytes,
  readDisk: readFrom,
}: DiskSpaceOptions): DiskSpace {
  async function require(bytes: number): Promise<void> {
    if (reserveBytes === 0) return;
    const { freeBytes } = await readFrom(directory);
    if (freeBytes - bytes < reserveBytes) throw new InsufficientStorageError();
  }

  return {
    require,
    async *watch(content) {
      // Bytes that have been checked and not yet written.
      let checkedBytes = 0;
      for await (const chunk of content) {
        if (chunk.length > checkedBytes) {
          checkedBytes = Math.max(checkEveryBytes, chunk.length);
          await require(checkedBytes);
        }
        checkedBytes -= chunk.length;
        yield chunk;
      }
    },
  };
}

export async function readDisk(directory: string): Promise<Disk> {
  try {
    const { bavail, blocks, bsize } = await statfs(directory);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!isMissing || path.dirname(directory) === directory) throw error;
    return readDisk(path.dirname(directory));
  }
}
