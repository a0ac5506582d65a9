import { cursorMaxLength } from '@skein/contracts/limits';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ValidationError } from '../../platform/errors.ts';
import { createCursorCipher } from './cursor-cipher.ts';

const cipher = createCursorCipher('the secret of some servers');
const scope = { route: { id: 'listFeed' }, viewer: { userId: 'ann' } };

const encrypt = (nextCursor: string) => cipher.encryptPage(scope, { nextCursor }).nextCursor;
const position = fc.string({ minLength: 1, maxLength: 200 }).filter((text) => !text.includes('\0'));

describe('a cursor', () => {
  it('is decrypted to the same position by every server that has the secret', () => {
    const other = createCursorCipher('the secret of some servers');
    fc.assert(
      fc.property(position, (text) => {
        const query = other.decryptQuery(scope, { size: 1, cursor: encrypt(text) });
        expect(query).toEqual({ size: 1, cursor: text });
      }),
    );
  });

  it('reveals neither its position, nor the length of it, nor whether it is the same', () => {
    const cursors = ['[1,9,true]', '[1,9,true]', '[1,10000,false]'].map(encrypt);
    expect(new Set(cursors.map(({ length }) => length)).size).toBe(1);
    expect(new Set(cursors).size).toBe(3);
    for (const cursor of cursors) {
      expect(Buffer.from(cursor, 'base64url').toString('latin1')).not.toContain('[1,');
    }
    expect(encrypt('x'.repeat(250)).length).toBeLessThanOrEqual(cursorMaxLength);
  });

  it('is rejected for another viewer, route or secret, and when a character was changed', () => {
    const cursor = encrypt('[1,2]');
    const rejected = [
      () => cipher.decryptQuery({ ...scope, viewer: { userId: 'ben' } }, { cursor }),
      () => cipher.decryptQuery({ ...scope, viewer: undefined }, { cursor }),
      () => cipher.decryptQuery({ ...scope, route: { id: 'listReplies' } }, { cursor }),
      () => createCursorCipher('another secret').decryptQuery(scope, { cursor }),
      ...Array.from(cursor, (character, index) => {
        const spoilt = cursor.slice(0, index) + (character === 'A' ? 'B' : 'A');
        return () => cipher.decryptQuery(scope, { cursor: spoilt + cursor.slice(index + 1) });
      }),
      ...['', 'x', '!', cursor.slice(1), `${cursor}A`].map(
        (text) => () => cipher.decryptQuery(scope, { cursor: text }),
      ),
    ];
    for (const decrypt of rejected) expect(decrypt).toThrow(ValidationError);
  });

  it('is the only part of a query or response that changes', () => {
    for (const value of [undefined, null, [], { size: 1 }, { nextCursor: null }]) {
      expect(cipher.decryptQuery(scope, value)).toBe(value);
      expect(cipher.encryptPage(scope, value)).toBe(value);
    }
  });
});
