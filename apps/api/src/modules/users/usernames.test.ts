import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isReservedUsername, proposeUsernames } from './usernames.ts';

const propose = (email: string, count: number) => proposeUsernames(email).take(count).toArray();

describe('proposeUsernames', () => {
  it.each([
    ['Ada.Lovelace+news@example.org', 'ada.lovelacenews'],
    ['josé@example.org', 'jose'],
    ['..a..b..@example.org', 'a.b'],
    ['x@example.org', 'userx'],
    ['"@"@example.org', 'user2'],
    ['admin@example.org', 'admin2'],
  ])('begins with the local part of %s', (email, username) => {
    expect(propose(email, 1)).toEqual([username]);
  });

  it('goes on with numbers and stays within 30 characters', () => {
    const [first, second] = propose(`${'a'.repeat(40)}@example.org`, 2);
    expect(first).toBe('a'.repeat(30));
    expect(second).toBe(`${'a'.repeat(29)}2`);
  });

  it('always gives different names that the database takes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (email) => {
        const names = propose(email, 5);
        expect(new Set(names).size).toBe(5);
        for (const name of names) {
          expect(name).toMatch(/^[a-z0-9_.]{3,30}$/);
          expect(isReservedUsername(name)).toBe(false);
        }
      }),
    );
  });
});
