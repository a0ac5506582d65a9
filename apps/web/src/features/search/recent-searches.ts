import { readItem, recentSearchesKey, removeItem, writeItem } from '../../lib/storage.ts';

const recentSearchesMax = 8;

/** The user's recent searches on this device, latest first. */
export function readRecentSearches(userId: string): string[] {
  try {
    const stored: unknown = JSON.parse(readItem(recentSearchesKey(userId)) ?? '[]');
    if (!Array.isArray(stored)) return [];
    // Another app version or the user may have written the stored value.
    return stored.filter((query) => typeof query === 'string').slice(0, recentSearchesMax);
  } catch {
    return [];
  }
}

/** Saves a search as the latest one and drops the oldest. */
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
