import {
  type AppError,
  NotFoundError,
  RateLimitedError,
  UnavailableError,
} from '../platform/errors.ts';

/** Whether an account or thread of another server could not be looked up: now, in time, or again by this user. */
export function isLookupError(error: unknown): error is AppError {
  return (
    error instanceof NotFoundError ||
    error instanceof RateLimitedError ||
    error instanceof UnavailableError
  );
}
