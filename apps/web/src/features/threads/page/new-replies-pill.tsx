import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { NewItemsPill } from '../../../ui/new-items-pill.tsx';
import { t } from '../../../i18n/index.ts';
import { onLive } from '../../../realtime/index.ts';
import { publishLatestReply } from '../cache/latest-reply.ts';
import type { RepliesList } from '../cache/reply-cache.ts';
import { threadKeys } from '../cache/thread-keys.ts';
import { repliesTotalQuery } from './thread.queries.ts';

interface NewRepliesPillProps {
  threadId: string;
  /** The total of the list that is shown, and when it was loaded. */
  total: number;
  loadedAt: number;
}

/** Shows the number of replies that have arrived, without inserting them; a click inserts them. */
export function NewRepliesPill({ threadId, total, loadedAt }: NewRepliesPillProps) {
  const client = useQueryClient();
  const { data: newestTotal } = useQuery({
    ...repliesTotalQuery(threadId, total),
    initialData: total,
    initialDataUpdatedAt: loadedAt,
  });
  useEffect(
    () =>
      // Users who take part need not wait for the next regular request.
      onLive('notification', ({ notification }) => {
        if (notification?.type !== 'reply') return;
        void client.invalidateQueries({ queryKey: threadKeys.repliesTotals });
      }),
    [client],
  );
  const showNew = async () => {
    const queryKey = threadKeys.replies(threadId);
    const shownIds = new Set(listIds(client.getQueryData(queryKey)));
    await Promise.all([
      client.refetchQueries({ queryKey, exact: true }),
      // With the number of direct replies.
      client.refetchQueries({ queryKey: threadKeys.thread(threadId) }),
    ]);
    const firstNewId = listIds(client.getQueryData(queryKey)).find((id) => !shownIds.has(id));
    if (firstNewId !== undefined) publishLatestReply(firstNewId);
  };
  const count = newestTotal - total;
  return (
    <NewItemsPill
      text={count > 0 ? t('replies.new', { count }) : null}
      onClick={() => void showNew()}
    />
  );
}

const listIds = (list: RepliesList | undefined): string[] =>
  list?.pages.flatMap(({ content }) => content.map(({ id }) => id)) ?? [];
