import { expect, it } from 'vitest';
import { countNewLinks, toRepeatedTextKey } from './repeated-text.policy.ts';

it('gives texts the same key that differ in mentions, case, spaces and punctuation only', () => {
  const key = toRepeatedTextKey('@ada Buy the very best watches here: https://x.example');
  expect(key).not.toBeNull();
  expect(toRepeatedTextKey('BUY the very  best watches here https://x.example !!! @ben')).toBe(key);
  expect(toRepeatedTextKey('Ｂuy the very best watches here https://x.example')).toBe(key);
  expect(toRepeatedTextKey('Buy the very best clocks here: https://x.example')).not.toBe(key);
});

it('has no key for short texts, also if they mention many', () => {
  expect(toRepeatedTextKey('@ada @ben @caroline @dora @emil Thank you!')).toBeNull();
});

it('counts the links that a text before did not have', () => {
  const text = 'https://a.example www.b.example text';
  expect(countNewLinks(text, '')).toBe(2);
  expect(countNewLinks(text, 'Other words https://a.example')).toBe(1);
  expect(countNewLinks('https://c.example', 'https://a.example')).toBe(1);
});
