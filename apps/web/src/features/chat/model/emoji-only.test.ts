import { expect, it } from 'vitest';
import { isEmojiOnly } from './emoji-only.ts';

it.each(['👍', '❤️', '👩‍🔧 🧶', '🇨🇿', '👋🏽'])('%s is emoji alone', (text) => {
  expect(isEmojiOnly(text)).toBe(true);
});

it.each(['', ' ', 'ok 👍', '1', '#', '🧶'.repeat(30)])('%s is a text like others', (text) => {
  expect(isEmojiOnly(text)).toBe(false);
});
