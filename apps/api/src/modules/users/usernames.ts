import { usernameMaxLength, usernameMinLength } from '@skein/contracts/limits';

/** Names that would be mistaken for a part of the product or for those who run it. */
const reserved = new Set(
  `about admin administrator api auth bookmarks chat feed hashtag help home likes login logout
   media me messages moderator mythread notifications post posts privacy profile register root
   search security settings skein staff suggestions support system terms thread threads user users www`.split(
    /\s+/,
  ),
);

const fallback = 'user';

export function isReservedUsername(username: string): boolean {
  return reserved.has(username.toLowerCase());
}

/**
 * The username that a name suggests: `ada.lovelace` for "Ada Lovelace". Other scripts are
 * transliterated; a name without any letter or digit gives `user`. Nothing else of the account is
 * read: a part of the email address would disclose it.
 */
export async function suggestUsername(name: string): Promise<string> {
  // Loaded with the first registration: its tables take some megabytes.
  const { transliterate } = await import('transliteration');
  const words = name.normalize('NFKC').split(/\s+/u);
  const letters = words
    .map((word) => toLetters(transliterate(word, { unknown: '' })))
    .filter((word) => word !== '')
    .join('.');
  if (!/[a-z0-9]/.test(letters)) return fallback;
  const base = cut(letters, usernameMaxLength);
  return base.length >= usernameMinLength ? base : `${fallback}${base.replaceAll('.', '')}`;
}

/** Usernames to try for a new account, best first: the suggested one, then the same with numbers. */
export function* proposeUsernames(base: string): Generator<string> {
  if (!isReservedUsername(base)) yield base;
  for (let number = 2; ; number += 1) yield withSuffix(base, String(number));
}

/** The same base with a number nobody can guess, for when the small ones are all taken. */
export function withSuffix(base: string, suffix: string): string {
  return `${cut(base, usernameMaxLength - suffix.length)}${suffix}`;
}

function toLetters(word: string): string {
  return word
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]/g, '');
}

function cut(letters: string, maxLength: number): string {
  return letters.slice(0, maxLength).replace(/\.+$/, '');
}
