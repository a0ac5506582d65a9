import { avatarColorCount } from './limits.ts';
import { removeEmoji } from './text/custom-emoji.ts';

/** The initials of the first and the last word of a name; U without a name. */
export function getInitials(name: string): string {
  const words = removeEmoji(name).trim().split(/\s+/u).filter(Boolean);
  const first = words[0];
  const last = words.at(-1);
  if (first === undefined || last === undefined) return 'U';
  const letters = words.length === 1 ? firstLetter(first) : firstLetter(first) + firstLetter(last);
  return letters.toLocaleUpperCase();
}

/** The index of the avatar color of a name. It depends only on the name. */
export function getAvatarColor(name: string): number {
  // FNV-1a with folded halves: the lower bits alone are not evenly distributed.
  let hash = 0x811c9dc5;
  for (const character of name) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return ((hash ^ (hash >>> 15)) >>> 0) % avatarColorCount;
}

function firstLetter(word: string): string {
  const [letter = ''] = word;
  return letter;
}
