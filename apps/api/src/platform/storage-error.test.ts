import { describe, expect, it } from 'vitest';
import { InsufficientStorageError } from './errors.ts';
import { toStorageError } from './storage-error.ts';

const failure = (code: string) => Object.assign(new Error(`${code}: write`), { code });

describe('explainFullDisk', () => {
  it.each(['ENOSPC', 'EDQUOT', 'EFBIG'])('says of %s that there is no room', (code) => {
    const cause = failure(code);
    const explained = toStorageError(cause);
    expect(explained).toBeInstanceOf(InsufficientStorageError);
    expect(explained).toMatchObject({
      message: 'The server has no room for files right now. Posts without files still work.',
      cause,
    });
  });

  it('leaves anything else as it is', () => {
    const other = failure('EACCES');
    expect(toStorageError(other)).toBe(other);
    expect(toStorageError('ENOSPC')).toBe('ENOSPC');
  });
});
