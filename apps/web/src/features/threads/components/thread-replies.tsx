import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigationType } from 'react-router-dom';
import type { Thread } from '@skein/contracts/threads';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { t } from '../../../lib/i18n/index.ts';
import { repliesQuery } from '../api/thread.queries.ts';
import { estimateHeight } from '../model/estimate-height.ts';
import { useLatestReply } from '../model/latest-reply.ts';
import { layOutReplies } from '../model/reply-tree.ts';
import type { TreeRow } from '../model/reply-tree.ts';
import { ReplyRow } from './reply-row.tsx';
import { ThreadList } from './thread-list.tsx';

const stubHeightPx = 64;
const estimateRow = ({ reply }: TreeRow) => (reply ? estimateHeight(reply) : stubHeightPx);

/** Everything that answers a thread, as a tree in reading order. */
export function ThreadReplies({ thread }: { thread: Thread }) {
  // Who comes back finds the replies as they were: what is new would move them.
  const isReturn = useNavigationType() === 'POP';
  const latestReplyId = useLatestReply();
  const query = useInfiniteQuery({ ...repliesQuery(thread.id), refetchOnMount: !isReturn });
  const rows = query.data && layOutReplies(thread, query.data.replies);
  return (
    <>
      <h2 className="flex h-12 items-center border-b border-line px-4 font-semibold">
        {query.data ? (
          t('replies.title', { count: query.data.total })
        ) : (
          <Skeleton className="h-4 w-24" />
        )}
      </h2>
      <ThreadList
        query={query}
        entries={rows}
        words={{
          label: t('replies.label'),
          loading: t('replies.loading'),
          empty: t('replies.empty'),
          error: t('replies.error'),
        }}
        estimateHeight={estimateRow}
        renderCard={(row, place) => <ReplyRow row={row} place={place} />}
        wantedId={latestReplyId}
      />
    </>
  );
}
