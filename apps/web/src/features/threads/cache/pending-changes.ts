import type { QueryClient } from '@tanstack/react-query';
import { threadKeys } from './thread-keys.ts';

/**
 * Tracks the viewer's own mutations while threads are fetched. Call it before the request. The
 * returned function is true for a thread whose response may be older than such a mutation.
 */
export function trackPendingChanges(client: QueryClient): (threadId: string) => boolean {
  const cache = client.getMutationCache();
  const startedAt = Date.now();
  const pending = new Set(cache.findAll({ mutationKey: threadKeys.changes, status: 'pending' }));
  return (threadId) =>
    cache
      .findAll({ mutationKey: threadKeys.change(threadId) })
      .some((change) => change.state.submittedAt >= startedAt || pending.has(change));
}
