import type { Database } from '@skein/db';
import { InsufficientStorageError } from '../../platform/errors.ts';
import { readTotalMediaBytes } from './quota.repository.ts';

/** How long the total is cached; it does not include files added by other servers meanwhile. */
const refreshAfterMs = 10_000;

export interface InstanceUsage {
  /** @throws InsufficientStorageError when these bytes would exceed the limit */
  requireSpace(bytes: number): Promise<void>;
  /**
   * Counts bytes that are being stored.
   * @throws InsufficientStorageError based on the cached total
   */
  add(bytes: number): void;
}

/** Keeps all files of the instance within the total limit. */
export function createInstanceUsage(options: {
  database: Database;
  /** Infinity means no limit and no query. */
  mediaTotalBytes: number;
}): InstanceUsage {
  const { database, mediaTotalBytes: maxBytes } = options;
  let cachedBytes = 0;
  let readAt = -Infinity;
  let reading: Promise<void> | undefined;

  async function read(): Promise<void> {
    cachedBytes = await readTotalMediaBytes(database);
    readAt = performance.now();
  }

  function requireWithin(bytes: number): void {
    if (cachedBytes + bytes > maxBytes) throw new InsufficientStorageError();
  }

  return {
    async requireSpace(bytes) {
      if (maxBytes === Infinity) return;
      if (performance.now() - readAt > refreshAfterMs) {
        reading ??= read().finally(() => {
          reading = undefined;
        });
        await reading;
      }
      requireWithin(bytes);
    },
    add(bytes) {
      requireWithin(bytes);
      cachedBytes += bytes;
    },
  };
}
