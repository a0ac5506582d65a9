import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countCodePoints,
  isBlank,
  isWellFormedText,
  normalizeName,
  normalizeText,
} from './index.ts';

describe('normalizeText', () => {
  it.each([
    ['a\r\nb\rc', 'a\nb\nc'],
    ['e\u0301', 'é'],
    ['text \n\t ', 'text'],
    ['  leading spaces', '  leading spaces'],
    ['\n \n  words\n\nmore', '  words\n\nmore'],
    ['odd \uFFFE\uFFFF\uFDD0\u{1FFFE}end', 'odd end'],
    ['be\u0007ll\ttab', 'bell\ttab'],
    ['e\u0007\u0301', 'é'],
    ['\u200B\u2060\u3164', ''],
  ])('normalizes %j to %j', (text, expected) => {
    expect(normalizeText(text)).toBe(expected);
  });
});

describe('normalizeName', () => {
  it('removes direction overrides and repeated spaces', () => {
    expect(normalizeName(' Ann\u202E  Lee\n')).toBe('Ann Lee');
  });
});

describe.each([
  ['normalizeText', normalizeText],
  ['normalizeName', normalizeName],
])('%s of any text', (_name, normalize) => {
  const text = fc.string({
    unit: fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
      fc.constantFrom(
        ...Array.from('e\u0301\u1100\u1161\u0007\u202E\u200B\u3164\r\n\t \u2000\uFEFF\u0344\u212B'),
      ),
    ),
  });

  it('is in NFC and idempotent', () => {
    fc.assert(
      fc.property(text, (original) => {
        const normalized = normalize(original);
        expect(normalized).toBe(normalized.normalize('NFC'));
        expect(normalize(normalized)).toBe(normalized);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('isBlank', () => {
  it.each(['', ' \n', '\u200D', '\uFE0F', '\u2800'])('is true for %j', (text) => {
    expect(isBlank(text)).toBe(true);
  });

  it.each(['.', '👍🏽', ' a '])('is false for %j', (text) => {
    expect(isBlank(text)).toBe(false);
  });
});

describe('countCodePoints', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['👍', 1],
    ['👩‍👩‍👧', 5],
  ])('counts the code points of %j: %i', (text, count) => {
    expect(countCodePoints(text)).toBe(count);
  });
});

describe('isWellFormedText', () => {
  it.each(['a\0b', '\uD800', 'x\uDC00'])('is false for %j', (text) => {
    expect(isWellFormedText(text)).toBe(false);
  });
});
