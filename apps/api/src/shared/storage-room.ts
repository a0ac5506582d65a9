import { UnavailableError } from './errors.ts';

/**
 * Codes of the operating system for a disk, or a person's share of it, that is full, and for a file
 * that is larger than the server's account, or the disk, allows.
 */
const fullCodes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** What to throw in place of an error of the file system: a clear refusal when there is no room. */
export function explainFullDisk(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && fullCodes.has(code)
    ? new UnavailableError('There is no room for uploads at the moment.', { cause: error })
    : error;
}
