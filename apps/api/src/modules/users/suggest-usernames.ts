import { randomInt } from 'node:crypto';
import type { Database } from '@skein/db';
import { findTakenUsernames } from './former-usernames.repository.ts';
import { isReservedUsername, proposeUsernames, suggestUsername, withSuffix } from './usernames.ts';

const suggestionsMax = 3;
const numberedMax = 8;

/** Usernames that a new account can have, and whether it can have the given one. */
export async function suggestUsernames(
  database: Database,
  { name = '', username }: { name?: string | undefined; username?: string | undefined },
): Promise<{ isAvailable: boolean | null; suggestions: string[] }> {
  const derived = name === '' ? [] : [await suggestUsername(name)];
  const base = username ?? derived[0];
  if (base === undefined) return { isAvailable: null, suggestions: [] };
  const candidates = [...new Set([base, ...derived, ...listAlternatives(base)])];
  const taken = await findTakenUsernames(database, candidates);
  const available = candidates.filter((each) => !taken.has(each) && !isReservedUsername(each));
  return {
    isAvailable: username === undefined ? null : available.includes(username),
    suggestions: available.filter((each) => each !== username).slice(0, suggestionsMax),
  };
}

/** With small numbers, and with random ones for a very common name. */
function listAlternatives(base: string): string[] {
  const random = Array.from({ length: suggestionsMax }, () =>
    withSuffix(base, String(randomInt(1000, 1_000_000))),
  );
  return [...proposeUsernames(base).take(numberedMax), ...random];
}
