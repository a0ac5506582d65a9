import { usernameMaxLength, usernameMinLength } from '../limits.ts';

// No leading, trailing or consecutive dots: a mention at the end of a sentence would lose them.
const usernamePattern = /^[a-z0-9_]+(?:\.[a-z0-9_]+)*$/;

/** A username as people write it, without spaces around it and in lower case. */
export const normalizeUsername = (username: string): string => username.trim().toLowerCase();

export const hasUsernameLength = ({ length }: string): boolean =>
  length >= usernameMinLength && length <= usernameMaxLength;

export const hasUsernameCharacters = (username: string): boolean => usernamePattern.test(username);

/** The username of an account of another server is its whole handle, such as `ada@example.org`. */

/** The domain in the username of an account of another server. */
export function getDomain(username: string | null | undefined): string | undefined {
  return username?.split('@', 2)[1];
}

export function isRemoteUsername(username: string | null | undefined): boolean {
  return getDomain(username) !== undefined;
}
