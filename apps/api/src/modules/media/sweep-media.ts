import type { Database } from '@skein/db';
import { hourMs } from '../../platform/clock.ts';
import type { Clock } from '../../platform/clock.ts';
import {
  deleteUnclaimedKeys,
  deleteUnusedUploads,
  selectUnclaimedKeys,
} from './media.repository.ts';
import type { MediaStore } from './store/media-store.ts';

/** The time allowed between upload and use. */
const graceMs = hourMs;
const batchSize = 500;

interface SweepDependencies {
  store: Pick<MediaStore, 'remove'>;
  database: Database;
  clock: Clock;
}

/** The numbers of removed rows and keys. */
export interface SweepResult {
  rows: number;
  keys: number;
}

/**
 * Deletes files left behind by failed requests, deleted threads and accounts, and killed processes.
 * Deletes only keys recorded in this database, so a server started with the wrong database deletes
 * nothing. Safe to run on several servers at once.
 */
export async function sweepMedia({
  store,
  database,
  clock,
}: SweepDependencies): Promise<SweepResult> {
  const before = new Date(clock.now().getTime() - graceMs);
  const result: SweepResult = { rows: 0, keys: 0 };
  for (;;) {
    const rows = await deleteUnusedUploads(database, before, batchSize);
    result.rows += rows;
    if (rows < batchSize) break;
  }
  for (;;) {
    const keys = await selectUnclaimedKeys(database, before, batchSize);
    for (const key of keys) await store.remove(key);
    // Last, so that the next sweep continues after an interruption.
    await deleteUnclaimedKeys(database, keys);
    result.keys += keys.length;
    if (keys.length < batchSize) return result;
  }
}
