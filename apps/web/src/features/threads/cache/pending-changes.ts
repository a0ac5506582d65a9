import type { QueryClient } from '@tanstack/react-query';
import { threadKeys } from './thread-keys.ts';

/**
 * Begins to watch what the person changes about threads; to be called before reading some. What
 * it returns tells of a thread whether what was read may be older than such a change.
 */
export function watchChanges(client: QueryClient): (threadId: string) => boolean {
  const cache = client.getMutationCache();
  const startedAt = Date.now();
  const underWay = new Set(cache.findAll({ mutationKey: threadKeys.changes, status: 'pending' }));
  return (threadId) =>
    cache
      .findAll({ mutationKey: threadKeys.change(threadId) })
      .some((change) => change.state.submittedAt >= startedAt || underWay.has(change));
}
