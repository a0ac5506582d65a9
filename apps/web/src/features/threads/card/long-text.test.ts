import { expect, it } from 'vitest';
import { isLongText } from './long-text.ts';

it.each([
  ['', false],
  ['a'.repeat(1000), false],
  ['a'.repeat(1100), true],
  ['a\n'.repeat(15), false],
  ['\n'.repeat(20), true],
])('%#', (text, long) => {
  expect(isLongText(text)).toBe(long);
});
