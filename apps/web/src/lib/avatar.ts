import { avatarColorCount } from '@skein/contracts/limits';

/** Initials of a name: U for none, one letter for one word, else first and last word's (spec, section 4). */
export function getInitials(name: string): string {
  const words = name.trim().split(/\s+/u).filter(Boolean);
  const first = words[0];
  const last = words.at(-1);
  if (first === undefined || last === undefined) return 'U';
  const letters = words.length === 1 ? firstLetter(first) : firstLetter(first) + firstLetter(last);
  return letters.toLocaleUpperCase();
}

/** Which of the avatar colours a name gets, from 0; the same name always the same one. */
export function getAvatarColour(name: string): number {
  // FNV-1a, and its halves folded: its lower bits alone would favour few colours.
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
