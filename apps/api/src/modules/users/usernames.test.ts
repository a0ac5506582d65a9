import { updateProfileBodySchema } from '@skein/contracts/users';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isReservedUsername, proposeUsernames, suggestUsername } from './usernames.ts';

const propose = async (name: string, count: number) =>
  proposeUsernames(await suggestUsername(name))
    .take(count)
    .toArray();

describe('the username proposed for a new account', () => {
  it.each([
    ['Ada Lovelace', 'ada.lovelace'],
    ["Seán O'Brien-Núñez", 'sean.obriennunez'],
    ['Ægir Þór Straße', 'aegir.thor.strasse'],
    ['Анна Каренина', 'anna.karenina'],
    ['张 伟', 'zhang.wei'],
    ['𝓐da ﬁsh', 'ada.fish'],
    ['A. B.', 'a.b'],
    ['X 🎉', 'userx'],
    ['🎉 🎈', 'user2'],
    ['_ _', 'user2'],
    ['Admin 😀', 'admin2'],
    [`${'a'.repeat(29)} b`, 'a'.repeat(29)],
  ])('is derived from %s', async (name, username) => {
    expect(await propose(name, 1)).toEqual([username]);
  });

  it('continues with numbers and stays within 30 characters', async () => {
    const [first, second] = await propose('a'.repeat(40), 2);
    expect(first).toBe('a'.repeat(30));
    expect(second).toBe(`${'a'.repeat(29)}2`);
  });

  it('is always different and valid', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (name) => {
        const names = await propose(name, 5);
        expect(new Set(names).size).toBe(5);
        for (const proposed of names) {
          expect(updateProfileBodySchema.shape.username.parse(proposed)).toBe(proposed);
          expect(isReservedUsername(proposed)).toBe(false);
        }
      }),
    );
  });
});
