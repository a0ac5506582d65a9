import type { QueryClient } from '@tanstack/react-query';
import { threadKeys } from '../cache/thread-keys.ts';

// Whoever likes one thing often likes the next one too.
const quietMs = 1500;
const timers = new WeakMap<QueryClient, ReturnType<typeof setTimeout>>();

/**
 * Reads the first page of the feed in sight again, after a like or repost (spec, section 4,
 * "Feed"), once a moment has passed without another.
 */
export function refreshFeeds(client: QueryClient): void {
  clearTimeout(timers.get(client));
  const refresh = () => void client.invalidateQueries({ queryKey: threadKeys.feedHeads });
  timers.set(client, setTimeout(refresh, quietMs));
}
