import { setTimeout as sleep } from 'node:timers/promises';
import { withValues } from '@skein/messages';
import { AppError, NotFoundError, UnavailableError } from '../../../platform/errors.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { RateLimiter } from '../../../platform/rate-limits/rate-limits.ts';
import { userKey } from '../../../platform/rate-limits/rate-limits.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { isOwnFailure, isTemporary } from '../http-client/load-document.ts';

/** A request does not wait longer. A repeated request waits for the same lookup again. */
const waitMaxMs = 7000;

export interface LookupDependencies {
  logger: Pick<Logger, 'info'>;
  rateLimiter: RateLimiter;
  /** The lookups in progress. */
  lookups: Map<string, Promise<string | null>>;
}

interface Lookup {
  /** Names the account or thread. */
  key: string;
  host: string;
  /** Fetches and stores it. Null if there is none. */
  load: () => Promise<string | null>;
}

/**
 * Looks up an account or thread of another server for a user. Returns its id; null if there is none.
 * @throws UnavailableError if the lookup still runs; the user can repeat the request
 * @throws NotFoundError if the other server does not respond
 * @throws RateLimitedError if the user has looked too many up
 * @throws ForbiddenError if it leads to a suspended server
 */
export async function lookUp(
  deps: LookupDependencies,
  viewer: Viewer,
  lookup: Lookup,
): Promise<string | null> {
  const { lookups, rateLimiter } = deps;
  const { key, host } = lookup;
  if (!lookups.has(key)) await rateLimiter.consume('federationLookups', userKey(viewer.userId));
  const running = lookups.get(key) ?? start(deps, lookup);
  try {
    return await Promise.race([running, rejectLater(host)]);
  } catch (error) {
    if (error instanceof AppError || isOwnFailure(error)) throw error;
    if (!isTemporary(error)) return null;
    throw new NotFoundError(withValues('error.serverSilent', { domain: host }));
  }
}

function start(
  { lookups, logger }: LookupDependencies,
  { key, host, load }: Lookup,
): Promise<string | null> {
  const running = load().finally(() => lookups.delete(key));
  lookups.set(key, running);
  running.catch((err: unknown) => {
    logger.info({ host, err }, 'an account or thread could not be looked up');
  });
  return running;
}

async function rejectLater(host: string): Promise<never> {
  await sleep(waitMaxMs, undefined, { ref: false });
  throw new UnavailableError(withValues('error.lookupSlow', { domain: host }), {
    retryAfterSeconds: 1,
  });
}
