import type { ReactionType } from '@skein/contracts/threads';

/** The emoji by which other servers know the reactions. */
const emojiByType = new Map<string, string>(
  Object.entries({
    like: '👍',
    love: '❤️',
    laugh: '😂',
    wow: '😮',
    sad: '😢',
    angry: '😠',
  } satisfies Record<ReactionType, string>),
);

const typesByEmoji: Readonly<Record<string, ReactionType>> = {
  '👍': 'like',
  '❤️': 'love',
  '❤': 'love',
  '😂': 'laugh',
  '😆': 'laugh',
  '😮': 'wow',
  '😢': 'sad',
  '😠': 'angry',
  '😡': 'angry',
};

/** Null for a text that is no type of reaction. */
export function findEmoji(type: string): string | null {
  return emojiByType.get(type) ?? null;
}

/** Null for another emoji, which counts as a like. */
export function toReaction(emoji: string): ReactionType | null {
  return Object.hasOwn(typesByEmoji, emoji) ? (typesByEmoji[emoji] ?? null) : null;
}
