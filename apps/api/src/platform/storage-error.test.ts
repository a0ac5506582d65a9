import { describe, expect, it } from 'vitest';
import { InsufficientStorageError } from './errors.ts';
import { toStorageError } from './storage-error.ts';

const failure = (code: string) => Object.assign(new Error(`${code}: write`), { code });

describe('explainFullDisk', () => {
  it.each(['ENOSPC', 'EDQUOT', 'EFBIG'])('converts %s to an error for the client', (code) => {
    const cause = failure(code);
    const explained = toStorageError(cause);
    expect(explained).toBeInstanceOf(InsufficientStorageError);
    expect(explained).toMatchObject({
      message: 'The server is out of storage space. You can still post without files.',
      cause,
    });
  });

  it('returns other errors unchanged', () => {
    const other = failure('EACCES');
    expect(toStorageError(other)).toBe(other);
    expect(toStorageError('ENOSPC')).toBe('ENOSPC');
  });
});
