import { expect, it } from 'vitest';
import { parseHashtag } from './parse-hashtag.ts';

it.each([
  ['Wool', 'wool'],
  ['#wool', 'wool'],
  ['毛糸', '毛糸'],
  ['e\u0301te\u0301', '\u00e9t\u00e9'],
])('parses %s', (name, tag) => {
  expect(parseHashtag(name)).toBe(tag);
});

it.each(['', '#', '2026', 'two words', '##wool', 'wool#yarn', 'wool!', 'w'.repeat(65)])(
  'rejects "%s"',
  (name) => {
    expect(parseHashtag(name)).toBeNull();
  },
);
