import type { Clock } from '../../platform/clock.ts';
import type { MediaRepository } from './media.repository.ts';
import type { MediaStore } from './store/media-store.ts';

/** Between upload and use may lie as much as this; older leftovers are nobody's. */
const graceMs = 60 * 60 * 1000;
const batchSize = 500;

interface Sweeping {
  store: Pick<MediaStore, 'remove'>;
  repository: Pick<MediaRepository, 'deleteAbandoned' | 'listUnclaimedKeys' | 'forgetKeys'>;
  clock: Clock;
}

/** How many of each were removed. */
export interface SweepResult {
  rows: number;
  keys: number;
}

/**
 * Removes what failed requests, deleted threads and accounts, and killed processes left behind.
 * Only what this database knows to be nobody's is touched: a server that was started on the wrong
 * database removes nothing. Safe to run on several instances at once.
 */
export async function sweepMedia({ store, repository, clock }: Sweeping): Promise<SweepResult> {
  const before = new Date(clock.now().getTime() - graceMs);
  const result: SweepResult = { rows: 0, keys: 0 };
  for (;;) {
    const rows = await repository.deleteAbandoned(before, batchSize);
    result.rows += rows;
    if (rows < batchSize) break;
  }
  for (;;) {
    const keys = await repository.listUnclaimedKeys(before, batchSize);
    for (const key of keys) await store.remove(key);
    // Last: were the process to end before, the next sweep would find them again.
    await repository.forgetKeys(keys);
    result.keys += keys.length;
    if (keys.length < batchSize) return result;
  }
}
