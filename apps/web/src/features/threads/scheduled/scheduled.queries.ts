import { queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import * as routes from '@skein/contracts/routes';
import { request } from '../../../api/index.ts';
import { prependThread } from '../cache/thread-cache.ts';
import { threadKeys } from '../cache/thread-keys.ts';

/** A published thread disappears from the list. */
const refetchIntervalMs = 10_000;

/** The viewer's scheduled threads, the next first. */
export const scheduledQuery = queryOptions({
  queryKey: threadKeys.scheduled,
  queryFn: ({ signal }) => request(routes.listScheduledThreads, { signal }),
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.length ? refetchIntervalMs : false),
});

const refetch = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: threadKeys.scheduled });

export async function changeScheduled(
  client: QueryClient,
  scheduledThreadId: string,
  changes: { content: string; furtherContents?: string[]; scheduledAt: string },
): Promise<void> {
  await request(routes.updateScheduledThread, { params: { scheduledThreadId }, body: changes });
  await refetch(client);
}

/** Publishes a scheduled thread before its time. The list is still being fetched again afterwards. */
export async function publishScheduled(
  client: QueryClient,
  scheduledThreadId: string,
): Promise<void> {
  try {
    const thread = await request(routes.publishScheduledThread, { params: { scheduledThreadId } });
    if (thread.parentThreadId === null) prependThread(client, thread);
  } finally {
    void refetch(client);
  }
}

/** Deletes a scheduled thread. The list is still being fetched again afterwards. */
export async function deleteScheduled(
  client: QueryClient,
  scheduledThreadId: string,
): Promise<void> {
  try {
    await request(routes.deleteScheduledThread, { params: { scheduledThreadId } });
  } finally {
    void refetch(client);
  }
}
