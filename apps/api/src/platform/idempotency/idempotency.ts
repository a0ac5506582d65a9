import { AppError } from '../errors.ts';
import { newId } from '../ids.ts';

/** Passed to the handler of a creating request, so that a repeated request creates nothing new. */
export interface Idempotency {
  /** The primary key for the created row; the same for repeated requests. */
  id: string;
  /**
   * `first`: no earlier attempt. `retry`: an earlier attempt was made, its outcome is unknown.
   * `completed`: an earlier attempt succeeded; if its row is missing, it was deleted since.
   */
  attempt: 'first' | 'retry' | 'completed';
}

/** For requests without a key and for the command line. */
export const independentAttempt = (): Idempotency => ({ id: newId(), attempt: 'first' });

/** A request with an `Idempotency-Key`, as it is stored. */
export interface KeyedRequest {
  userId: string;
  key: string;
  /** A hash of the request, including its files. */
  fingerprint: Buffer;
}

export interface IdempotencyKeys {
  /** @throws ConflictError when the key was used for a different request */
  claim(request: KeyedRequest): Promise<Idempotency>;
  complete(request: KeyedRequest, idempotency: Idempotency): Promise<void>;
  /** Deletes the key of a request that created nothing, so that a corrected one can use it. */
  release(request: KeyedRequest, idempotency: Idempotency): Promise<void>;
}

/**
 * Runs the handler of a creating request so that requests with the same key create only one row.
 * Each request without a key is independent.
 */
export async function runIdempotently<Result>(
  keys: IdempotencyKeys,
  keyed: KeyedRequest | null,
  handle: (idempotency: Idempotency) => Promise<Result>,
): Promise<Result> {
  if (keyed === null) return handle(independentAttempt());
  const idempotency = await keys.claim(keyed);
  let result: Result;
  try {
    result = await handle(idempotency);
  } catch (error) {
    // After a server error the row may exist, so the claim stays for the next attempt.
    const isClientError = error instanceof AppError && error.status < 500;
    if (isClientError && idempotency.attempt === 'first') await keys.release(keyed, idempotency);
    throw error;
  }
  if (idempotency.attempt !== 'completed') await keys.complete(keyed, idempotency);
  return result;
}
