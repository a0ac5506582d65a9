import { setTimeout as sleep } from 'node:timers/promises';
import { MigrationError } from '@skein/db/migrate';
import { PoolerError } from '@skein/db/pooler';
import type { Logger } from '../platform/logger.ts';
import { isOutage } from '../platform/is-outage.ts';

const retryPauseMs = 1000;

/** Probably a wrong DATABASE_URL. 08P01 is the code of connection poolers for all rejections. */
const configurationErrorCodes = new Set(['ENOTFOUND', '08P01']);

interface WaitOptions {
  logger: Logger;
  /** Aborts waiting, but not a running attempt. */
  signal: AbortSignal;
}

/**
 * Retries the first task on the database while the database is unavailable. Errors that the operator
 * has to fix, such as a wrong password or host, are thrown immediately.
 */
export async function waitForDatabase<Result>(
  task: () => Promise<Result>,
  { logger, signal }: WaitOptions,
): Promise<Result> {
  let isLogged = false;
  for (;;) {
    signal.throwIfAborted();
    try {
      return await task();
    } catch (error) {
      if (!isTransient(error)) throw error;
      if (!isLogged)
        logger.warn({ err: error }, 'the database is unavailable, retrying every second');
      isLogged = true;
    }
    await sleep(retryPauseMs, undefined, { signal });
  }
}

function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof MigrationError || error instanceof PoolerError) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (configurationErrorCodes.has(code)) return false;
  return error.message === 'timeout expired' || isOutage(error);
}
