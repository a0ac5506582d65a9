import { describe, expect, it } from 'vitest';
import { createFilterMatcher } from './match-filters.policy.ts';

const filter = (phrase: string, isWholeWord = true, action: 'collapse' | 'hide' = 'collapse') => ({
  id: phrase,
  phrase,
  isWholeWord,
  action,
  title: null,
  groupId: phrase,
  threadIds: [],
});

const matches = (phrase: string, text: string, isWholeWord = true) =>
  createFilterMatcher([filter(phrase, isWholeWord)])([text]) !== null;

describe('a filter for a whole word', () => {
  it.each([
    ['cat', 'A cat.'],
    ['cat', 'CAT'],
    ['cat', '(cat)'],
    ['cat', 'scatter cat'],
    ['#cat', 'see #cat!'],
    ['straße', 'In der STRASSE'],
    ['ΟΔΟΣ', 'οδος'],
    ['élan', 'e\u0301lan'],
    ['two words', 'two\n  Words'],
    ["don't", 'Don’t'],
    ['cat', 'c\u00ADat'],
    ['日本', '私は日本人です'],
    ['😀', 'x😀y'],
    ['𝒞at', 'cat'],
  ])('matches %j in %j', (phrase, text) => {
    expect(matches(phrase, text)).toBe(true);
  });

  it.each([
    ['cat', 'concatenate'],
    ['cat', 'cats'],
    ['cat', 'cat_food'],
    ['cat', 'catà'],
    ['cat', '𝛂cat'],
    ['caf', 'cafe\u0301'],
    ['one two', 'one, two'],
    ['cat', ''],
  ])('does not match %j in %j', (phrase, text) => {
    expect(matches(phrase, text)).toBe(false);
  });
});

it('matches a part of a word if it is not limited to whole words', () => {
  expect(matches('cat', 'conCATenate', false)).toBe(true);
  expect(matches('cat', 'dog', false)).toBe(false);
});

it('prefers a filter that hides', () => {
  const match = createFilterMatcher([filter('cat'), filter('dog', true, 'hide'), filter('cow')]);
  expect(match(['cat and cow', 'dog'])?.phrase).toBe('dog');
  expect(match(['cow and cat'])?.phrase).toBe('cat');
  expect(match(['bird'])).toBeNull();
});

// With quadratic time, it would exceed the time limit of a test.
it('takes little time for repetitive texts and phrases', () => {
  const filters = Array.from({ length: 50 }, (_, index) => filter(`${'a'.repeat(78)}${index}`));
  for (let count = 0; count < 30; count += 1) {
    expect(createFilterMatcher(filters)(['a'.repeat(2000)])).toBeNull();
  }
});
