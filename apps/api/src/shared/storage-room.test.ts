import { describe, expect, it } from 'vitest';
import { UnavailableError } from './errors.ts';
import { explainFullDisk } from './storage-room.ts';

const failure = (code: string) => Object.assign(new Error(`${code}: write`), { code });

describe('explainFullDisk', () => {
  it.each(['ENOSPC', 'EDQUOT', 'EFBIG'])('says of %s that there is no room', (code) => {
    const cause = failure(code);
    const explained = explainFullDisk(cause);
    expect(explained).toBeInstanceOf(UnavailableError);
    expect(explained).toMatchObject({
      message: 'There is no room for uploads at the moment.',
      cause,
    });
  });

  it('leaves anything else as it is', () => {
    const other = failure('EACCES');
    expect(explainFullDisk(other)).toBe(other);
    expect(explainFullDisk('ENOSPC')).toBe('ENOSPC');
  });
});
