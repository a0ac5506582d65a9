import { describe, expect, it } from 'vitest';
import { InsufficientStorageError } from './errors.ts';
import { explainFullDisk } from './storage-room.ts';

const failure = (code: string) => Object.assign(new Error(`${code}: write`), { code });

describe('explainFullDisk', () => {
  it.each(['ENOSPC', 'EDQUOT', 'EFBIG'])('says of %s that there is no room', (code) => {
    const cause = failure(code);
    const explained = explainFullDisk(cause);
    expect(explained).toBeInstanceOf(InsufficientStorageError);
    expect(explained).toMatchObject({
      message: 'The server has no room for files right now. Posts without files still work.',
      cause,
    });
  });

  it('leaves anything else as it is', () => {
    const other = failure('EACCES');
    expect(explainFullDisk(other)).toBe(other);
    expect(explainFullDisk('ENOSPC')).toBe('ENOSPC');
  });
});
