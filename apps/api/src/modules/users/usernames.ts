import { usernameMaxLength, usernameMinLength } from '@skein/contracts/limits';
import { ValidationError } from '../../platform/errors.ts';

/** Names that could be confused with parts of the product or its administrators. */
const reserved = new Set(
  `about admin administrator all api auth bookmarks chat everyone feed hashtag help here home likes login logout
   media me messages moderator mythread notifications null post posts privacy profile register root
   search security settings skein staff suggestions support system terms thread threads undefined user users www`.split(
    /\s+/,
  ),
);

const fallback = 'user';

export function isReservedUsername(username: string): boolean {
  return reserved.has(username.toLowerCase());
}

/** @throws ValidationError for a reserved username */
export function requireUnreserved(username: string | undefined): void {
  if (username === undefined || !isReservedUsername(username)) return;
  throw new ValidationError([{ path: 'username', message: 'error.usernameReserved' }]);
}

/**
 * Derives a username from a name: `ada.lovelace` for "Ada Lovelace". Other scripts are transliterated;
 * a name without letters and digits gives `user`. Does not use the email address, which is private.
 */
export async function suggestUsername(name: string): Promise<string> {
  // Loaded at the first registration, because its tables need several megabytes.
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

/** Usernames to try for a new account: the suggested one, then with increasing numbers. */
export function* proposeUsernames(base: string): Generator<string> {
  if (!isReservedUsername(base)) yield base;
  for (let number = 2; ; number += 1) yield withSuffix(base, String(number));
}

/** Appends a suffix and shortens the base if necessary. */
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
