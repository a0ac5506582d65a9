import { statfs } from 'node:fs/promises';
import path from 'node:path';
import { InsufficientStorageError } from './errors.ts';

/** How many bytes the server's account may still write to the disk of a folder. */
export type ReadFreeBytes = (directory: string) => Promise<number>;

/** A disk on which some space stays free for others, such as the database. */
export interface DiskSpace {
  /** @throws InsufficientStorageError when so many bytes more would take from the reserve */
  require(bytes: number): Promise<void>;
  /**
   * Passes content on that is being written to the disk.
   * @throws InsufficientStorageError once the reserve is reached
   */
  watch(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer>;
}

interface DiskSpaceOptions {
  /** On the disk; it need not exist yet. */
  directory: string;
  /** 0 turns the check off. */
  reserveBytes: number;
  readFreeBytes?: ReadFreeBytes | undefined;
}

const checkEveryBytes = 1024 ** 2;

export function createDiskSpace({
  directory,
  reserveBytes,
  readFreeBytes = readFree,
}: DiskSpaceOptions): DiskSpace {
  async function require(bytes: number): Promise<void> {
    if (reserveBytes === 0) return;
    if ((await readFreeBytes(directory)) - bytes < reserveBytes) {
      throw new InsufficientStorageError();
    }
  }

  return {
    require,
    async *watch(content) {
      // What is left of the bytes that were asked for.
      let allowed = 0;
      for await (const chunk of content) {
        if (chunk.length > allowed) {
          allowed = Math.max(checkEveryBytes, chunk.length);
          await require(allowed);
        }
        allowed -= chunk.length;
        yield chunk;
      }
    },
  };
}

async function readFree(directory: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(directory);
    return bavail * bsize;
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!isMissing || path.dirname(directory) === directory) throw error;
    return readFree(path.dirname(directory));
  }
}
