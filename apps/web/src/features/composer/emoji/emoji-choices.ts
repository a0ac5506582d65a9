import type { EmojiData, SkinTone } from 'frimousse';
import { emojiChoicesKey, readItem, writeItem } from '../../../lib/storage.ts';

/** Two rows of the picker. */
const recentMax = 16;

/** A user's choices on this device. */
export interface EmojiChoices {
  skinTone: SkinTone;
  /** The emojis used last, latest first, without skin tone. */
  recent: readonly string[];
}

const skinTones: readonly SkinTone[] = [
  'none',
  'light',
  'medium-light',
  'medium',
  'medium-dark',
  'dark',
];

export function readEmojiChoices(userId: string): EmojiChoices {
  let stored: unknown;
  try {
    stored = JSON.parse(readItem(emojiChoicesKey(userId)) ?? 'null');
  } catch {
    // Another app version or the user may have written the stored value.
  }
  const { skinTone, recent } = isChoices(stored) ? stored : {};
  return {
    skinTone: skinTones.find((tone) => tone === skinTone) ?? 'none',
    recent: Array.isArray(recent)
      ? recent.filter((emoji) => typeof emoji === 'string').slice(0, recentMax)
      : [],
  };
}

function isChoices(value: unknown): value is { skinTone?: unknown; recent?: unknown } {
  return typeof value === 'object' && value !== null;
}

export function saveEmojiChoices(userId: string, changes: Partial<EmojiChoices>): void {
  const choices = { ...readEmojiChoices(userId), ...changes };
  writeItem(emojiChoicesKey(userId), JSON.stringify(choices));
}

/** Saves an emoji, with or without skin tone, as the latest one. */
export function saveRecentEmoji(userId: string, { emojis }: EmojiData, used: string): void {
  const found = emojis.find(
    ({ emoji, skins }) => emoji === used || Object.values(skins ?? {}).includes(used),
  );
  if (!found) return;
  const others = readEmojiChoices(userId).recent.filter((emoji) => emoji !== found.emoji);
  saveEmojiChoices(userId, { recent: [found.emoji, ...others].slice(0, recentMax) });
}
