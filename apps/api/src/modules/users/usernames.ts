import { usernameMaxLength, usernameMinLength } from '@skein/contracts/limits';

/** Names that would be mistaken for a part of the product or for those who run it. */
const reserved = new Set(
  `about admin administrator api auth bookmarks chat feed hashtag help home likes login logout
   media me messages moderator mythread notifications post posts privacy profile register root
   search security settings skein staff suggestions support system terms thread threads user users www`.split(
    /\s+/,
  ),
);

export function isReservedUsername(username: string): boolean {
  return reserved.has(username.toLowerCase());
}

/**
 * Usernames to try for a new account, best first: the e-mail address's local part as far as its
 * letters serve, then the same with a number.
 */
export function* proposeUsernames(email: string): Generator<string> {
  const base = toUsername(email.split('@', 1)[0] ?? '');
  if (!isReservedUsername(base)) yield base;
  for (let number = 2; ; number += 1) yield withSuffix(base, String(number));
}

/** The same base with a number nobody can guess, for when the small ones are all taken. */
export function withSuffix(base: string, suffix: string): string {
  return `${base.slice(0, usernameMaxLength - suffix.length)}${suffix}`;
}

function toUsername(localPart: string): string {
  const letters = localPart
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9_.]/g, '')
    .replaceAll(/\.{2,}/g, '.')
    .replaceAll(/^\.+|\.+$/g, '')
    .slice(0, usernameMaxLength)
    .replaceAll(/\.+$/g, '');
  return letters.length >= usernameMinLength ? letters : `user${letters}`.replaceAll('.', '');
}
