import { setTimeout as sleep } from 'node:timers/promises';
import { MigrationError } from '@skein/db/migrate';
import type { Logger } from '../platform/logger.ts';
import { isOutage } from '../platform/is-outage.ts';

const retryPauseMs = 1000;

/** Most likely a mistake in the address; the second is a pooler's word for every refusal. */
const mendableCodes = new Set(['ENOTFOUND', '08P01']);

interface WaitOptions {
  logger: Logger;
  /** Ends the waiting, though not work that has begun. */
  signal: AbortSignal;
}

/**
 * Does the first work on the database, again and again while the database is away. What a person
 * has to mend, such as a wrong password or address, is thrown at once.
 */
export async function waitForDatabase<Result>(
  work: () => Promise<Result>,
  { logger, signal }: WaitOptions,
): Promise<Result> {
  let isAway = false;
  for (;;) {
    signal.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      if (!isPassing(error)) throw error;
      if (!isAway) logger.warn({ err: error }, 'the database is away: it is asked every second');
      isAway = true;
    }
    await sleep(retryPauseMs, undefined, { signal });
  }
}

function isPassing(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof MigrationError) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (mendableCodes.has(code)) return false;
  return error.message === 'timeout expired' || isOutage(error);
}
