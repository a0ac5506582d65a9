import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigationType } from 'react-router-dom';
import type { Thread } from '@skein/contracts/threads';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { t } from '../../../i18n/index.ts';
import { repliesQuery } from './thread.queries.ts';
import { estimateHeight } from '../card/estimate-height.ts';
import { useLatestReply } from '../cache/latest-reply.ts';
import { layOutReplies } from './reply-tree.ts';
import type { TreeRow } from './reply-tree.ts';
import { ReplyRow } from './reply-row.tsx';
import { ThreadList } from '../list/thread-list.tsx';

const stubHeightPx = 64;
const estimateRow = ({ reply }: TreeRow) => (reply ? estimateHeight(reply) : stubHeightPx);

/** Everything that answers a thread, as a tree in reading order. */
export function ThreadReplies({ thread }: { thread: Thread }) {
  // Who comes back finds the replies as they were: what is new would move them.
  const isReturn = useNavigationType() === 'POP';
  const latestReplyId = useLatestReply();
  const query = useInfiniteQuery({ ...repliesQuery(thread.id), refetchOnMount: !isReturn });
  const rows = query.data && layOutReplies(thread, query.data.replies);
  const total = query.data?.total ?? 0;
  return (
    <>
      <RepliesTitle total={query.data?.total} directCount={thread.repliesCount} />
      <ThreadList
        query={query}
        entries={rows}
        words={{
          label: t('replies.label'),
          loading: t('replies.loading'),
          empty: total === 0 ? t('replies.empty') : t('replies.unseen', { count: total }),
          error: t('replies.error'),
        }}
        estimateHeight={estimateRow}
        renderCard={(row, place) => <ReplyRow row={row} place={place} />}
        wantedId={latestReplyId}
      />
    </>
  );
}

interface RepliesTitleProps {
  /** How many there are on all levels, once that is known. */
  total: number | undefined;
  /** As the thread itself says it. */
  directCount: number;
}

/** How many replies there are. That there are none, the empty list says. */
function RepliesTitle({ total, directCount }: RepliesTitleProps) {
  if ((total ?? directCount) === 0) {
    return <h2 className="sr-only">{t('replies.title', { count: 0 })}</h2>;
  }
  return (
    <div className="flex h-12 items-center gap-2 border-b border-line px-4">
      <h2 className="font-semibold">
        {total === undefined ? (
          <Skeleton className="h-4 w-24" />
        ) : (
          t('replies.title', { count: total })
        )}
      </h2>
      {total !== undefined && directCount > 0 && total > directCount && (
        // Why the thread above counts fewer.
        <p className="text-sm text-muted">{t('replies.direct', { count: directCount })}</p>
      )}
    </div>
  );
}
