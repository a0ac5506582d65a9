import { expect, it } from 'vitest';
import { isLongText } from './long-text.ts';

it.each([
  ['an empty text', ''],
  ['a text of 1,000 characters', 'a'.repeat(1000)],
  ['a text of 15 lines', 'a\n'.repeat(15)],
])('does not collapse %s', (_what, text) => {
  expect(isLongText(text)).toBe(false);
});

it.each([
  ['a text of 1,100 characters', 'a'.repeat(1100)],
  ['a text of 20 empty lines', '\n'.repeat(20)],
])('collapses %s', (_what, text) => {
  expect(isLongText(text)).toBe(true);
});
