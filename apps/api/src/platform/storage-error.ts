import { InsufficientStorageError } from './errors.ts';

/**
 * System error codes for a full disk, an exceeded disk quota, and a file larger than the file system
 * or the account's limit allows.
 */
const noSpaceCodes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Converts file system errors caused by missing space to an error for the client. */
export function toStorageError(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && noSpaceCodes.has(code)
    ? new InsufficientStorageError({ cause: error })
    : error;
}
