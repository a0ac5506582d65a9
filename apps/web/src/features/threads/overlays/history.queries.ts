import { queryOptions } from '@tanstack/react-query';
import type { listThreadHistory } from '@skein/contracts/threads';
import { request } from '../../../api/index.ts';
import { threadKeys } from '../cache/thread-keys.ts';

/** Earlier texts of an edited thread, the latest first. */
export function historyQuery(threadId: string) {
  return queryOptions({
    queryKey: threadKeys.history(threadId),
    queryFn: ({ signal }) =>
      request<typeof listThreadHistory>({
        method: 'GET',
        path: '/threads/{threadId}/history',
        params: { threadId },
        signal,
      }),
    // Each edit makes it longer.
    staleTime: 0,
  });
}
