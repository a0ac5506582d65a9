import { InsufficientStorageError } from './errors.ts';

/**
 * Codes of the operating system for a disk, or an account's share of it, that is full, and for a file
 * that is larger than the server's account, or the disk, allows.
 */
const fullCodes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** What to throw in place of an error of the file system: a clear refusal when there is no room. */
export function toStorageError(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && fullCodes.has(code)
    ? new InsufficientStorageError({ cause: error })
    : error;
}
