import { readItem, recentSearchesKey, removeItem, writeItem } from '../../../lib/storage.ts';

const recentSearchesMax = 8;

/** What an account has looked for on this device, the latest first. */
export function readRecentSearches(userId: string): string[] {
  try {
    const kept: unknown = JSON.parse(readItem(recentSearchesKey(userId)) ?? '[]');
    if (!Array.isArray(kept)) return [];
    // What was stored may be of another version of the app, or of somebody's hand.
    return kept.filter((query) => typeof query === 'string').slice(0, recentSearchesMax);
  } catch {
    return [];
  }
}

/** Puts a search on top of those kept; the oldest goes. */
export function saveRecentSearch(userId: string, query: string): void {
  write(userId, [query, ...without(readRecentSearches(userId), query)].slice(0, recentSearchesMax));
}

export function removeRecentSearch(userId: string, query: string): void {
  write(userId, without(readRecentSearches(userId), query));
}

export function clearRecentSearches(userId: string): void {
  removeItem(recentSearchesKey(userId));
}

function without(queries: readonly string[], query: string): string[] {
  return queries.filter((other) => other.toLowerCase() !== query.toLowerCase());
}

function write(userId: string, queries: readonly string[]): void {
  if (queries.length === 0) clearRecentSearches(userId);
  else writeItem(recentSearchesKey(userId), JSON.stringify(queries));
}
