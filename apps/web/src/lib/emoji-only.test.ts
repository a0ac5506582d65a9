import { describe, expect, it } from 'vitest';
import { isEmojiOnly } from './emoji-only.ts';

describe('a text of emoji alone', () => {
  it.each([
    '😀',
    '❤️',
    '🎉🎉🎉',
    '🎉 🧶\n',
    '👩‍👩‍👧',
    '🇳🇱🇨🇿',
    '1️⃣',
    '👋🏽',
    '👩‍🔧 🧶',
    '✌🏿',
    '🏴󠁧󠁢󠁳󠁣󠁴󠁿',
    '🤷🏻‍♀️',
    '🏳️‍🌈',
  ])('is %j', (text) => {
    expect(isEmojiOnly(text)).toBe(true);
  });

  it.each(['', ' ', '1', '#', '😀 yes', 'ok 👍', '🎉🎉🎉🎉🎉', '©', '™', '\uFE0F', '\u200D'])(
    'is not %j',
    (text) => {
      expect(isEmojiOnly(text)).toBe(false);
    },
  );

  it('rejects a long text without backtracking', () => {
    expect(isEmojiOnly(`${'👩‍👩‍👧 '.repeat(3)}${'👩‍'.repeat(1000)}x`)).toBe(false);
  });
});
