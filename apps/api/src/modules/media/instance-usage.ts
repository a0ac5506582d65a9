import type { Database } from '@skein/db';
import { InsufficientStorageError } from '../../platform/errors.ts';
import { readTotalMediaBytes } from './quota.repository.ts';

/** Other servers of the instance add files, too: what they added is seen after this. */
const rereadAfterMs = 10_000;

export interface InstanceUsage {
  /** @throws InsufficientStorageError when so many bytes more are over the limit */
  requireRoom(bytes: number): Promise<void>;
  /**
   * Counts bytes that are being stored.
   * @throws InsufficientStorageError as above, by what was read last
   */
  add(bytes: number): void;
}

/** What all files of the instance come to, within the limit for all users together. */
export function createInstanceUsage(options: {
  database: Database;
  /** Infinity for no limit, which costs no query. */
  mediaTotalBytes: number;
}): InstanceUsage {
  const { database, mediaTotalBytes: maxBytes } = options;
  let knownBytes = 0;
  let readAt = -Infinity;
  let reading: Promise<void> | undefined;

  async function read(): Promise<void> {
    knownBytes = await readTotalMediaBytes(database);
    readAt = performance.now();
  }

  function requireWithin(bytes: number): void {
    if (knownBytes + bytes > maxBytes) throw new InsufficientStorageError();
  }

  return {
    async requireRoom(bytes) {
      if (maxBytes === Infinity) return;
      if (performance.now() - readAt > rereadAfterMs) {
        reading ??= read().finally(() => {
          reading = undefined;
        });
        await reading;
      }
      requireWithin(bytes);
    },
    add(bytes) {
      requireWithin(bytes);
      knownBytes += bytes;
    },
  };
}
