import { expect, it } from 'vitest';
import { canBeMistypedName, isLikelyName, planSimilaritySearches } from './similar-names.policy.ts';

it.each([
  ['margarit', true],
  ['margaret', true],
  ['hamiltno marg', true],
  ['ham', true],
  ['margarethamilton', true],
  ['margaethamilton', true],
  ['margarit smith', false],
  ['margaretsmith', false],
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

it.each([
  ['margarit', [0.5, 0.35]],
  ['jonh', [0.35]],
])('names similar to %s are searched from a similarity of %j', (folded, minimums) => {
  const searches = planSimilaritySearches(folded);
  expect(searches.map(({ minimum }) => minimum)).toEqual(minimums);
  expect(searches.map(({ misspelled }) => misspelled)).toEqual(minimums.map(() => [folded]));
});

it('the longest words are searched, and short ones only as beginnings', () => {
  const [search] = planSimilaritySearches('jo von der margarit hamiltno');
  expect(search).toMatchObject({
    misspelled: ['margarit', 'hamiltno'],
    beginnings: ['von', 'der'],
  });
});

it('several words are searched by themselves, then as the whole text', () => {
  expect(planSimilaritySearches('jhon de smith')).toMatchObject([
    { beginnings: ['de'], misspelled: ['smith', 'jhon'], minimum: 0.3 },
    { beginnings: ['de'], misspelled: ['jhon de smith'], minimum: 0.35 },
  ]);
});
