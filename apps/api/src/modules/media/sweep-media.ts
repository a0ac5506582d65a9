import type { Clock } from '../../shared/clock.ts';
import type { MediaRepository } from './media.repository.ts';
import type { MediaStore } from './store/media-store.ts';

/** Between upload and use may lie as much as this; older leftovers are nobody's. */
const graceMs = 60 * 60 * 1000;
const batchSize = 500;

interface Sweeping {
  store: MediaStore;
  repository: Pick<MediaRepository, 'deleteAbandoned' | 'listUsedKeys'>;
  clock: Clock;
}

/** How many of each were removed. */
export interface SweepResult {
  rows: number;
  keys: number;
}

/**
 * Removes what failed requests, deleted threads and killed processes left behind: rows without
 * thread or message, and files without a row. Safe to run on several instances at once.
 */
export async function sweepMedia({ store, repository, clock }: Sweeping): Promise<SweepResult> {
  const before = new Date(clock.now().getTime() - graceMs);
  const result: SweepResult = { rows: 0, keys: 0 };

  // Rows first: were the process to end here, their files would be found by the second part.
  for (;;) {
    const keys = await repository.deleteAbandoned(before, batchSize);
    for (const key of keys) await store.remove(key);
    result.rows += keys.length;
    if (keys.length < batchSize) break;
  }

  for await (const keys of oldKeysInBatches(store, before)) {
    const used = await repository.listUsedKeys(keys);
    const unused = keys.filter((key) => !used.has(key));
    for (const key of unused) await store.remove(key);
    result.keys += unused.length;
  }
  return result;
}

async function* oldKeysInBatches(store: MediaStore, before: Date): AsyncGenerator<string[]> {
  let batch: string[] = [];
  for await (const { key, modifiedAt } of store.list()) {
    if (modifiedAt >= before) continue;
    batch.push(key);
    if (batch.length === batchSize) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}
