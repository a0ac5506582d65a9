import { expect, it } from 'vitest';
import { canBeMistypedName, isLikelyName } from './similar-names.policy.ts';

it.each([
  ['margarit', true],
  ['margaret', true],
  ['hamiltno marg', true],
  ['ham', true],
  ['margarit smith', false],
  ['marcel', false],
  ['mhrg', false],
  ['peggy12', false],
])('%s may mean margaret hamilton @peggy11: %s', (folded, isMeant) => {
  expect(isLikelyName(folded, 'margaret hamilton @peggy11')).toBe(isMeant);
});

it('a text without a long word of letters cannot be mistyped', () => {
  for (const text of ['bo', 'a bc', 'user7777', '!!!', ''])
    expect(canBeMistypedName(text)).toBe(false);
  expect(canBeMistypedName('bo lind')).toBe(true);
});
