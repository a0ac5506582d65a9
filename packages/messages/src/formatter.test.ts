import compile from 'icu-minify/compile';
import { expect, it } from 'vitest';
import { createFormatter } from './formatter.ts';
import { matchLocale } from './match-locale.ts';

const votes = compile('{count, plural, one {# Stimme} other {# Stimmen}}');

it('chooses the plural form and writes numbers by the rules of the language', () => {
  const format = createFormatter('de');
  expect(format(votes, { count: 1 })).toBe('1 Stimme');
  expect(format(votes, { count: 999 })).toBe('999 Stimmen');
  expect(format(votes, { count: 1234 })).toBe('1.234 Stimmen');
  expect(format(compile('{value, number}'), { value: 0.5 })).toBe('0,5');
});

it('does not read a value as part of the message', () => {
  expect(createFormatter('en')(compile('By {name}'), { name: '{name} #' })).toBe('By {name} #');
});

it.each([
  [['de-AT', 'en'], 'de'],
  [['fr', 'de'], 'de'],
  [['en-GB'], 'en'],
  [['fr'], 'en'],
  [[], 'en'],
])('matches %j to %s', (preferred, locale) => {
  expect(matchLocale(preferred)).toBe(locale);
});
