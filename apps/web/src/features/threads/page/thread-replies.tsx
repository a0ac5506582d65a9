import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import EyeOff from 'lucide-react/icons/eye-off';
import { Link, useNavigationType, useSearchParams } from 'react-router-dom';
import type { Thread } from '@skein/contracts/threads';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { t } from '../../../i18n/index.ts';
import { paths } from '../../../lib/paths.ts';
import { repliesQuery } from './thread.queries.ts';
import { estimateHeight } from '../card/estimate-height.ts';
import { useLatestReply } from '../cache/latest-reply.ts';
import { NewRepliesPill } from './new-replies-pill.tsx';
import { layOutReplyTree } from './reply-tree.ts';
import type { TreeRow } from './reply-tree.ts';
import { ReplyRow } from './reply-row.tsx';
import { ThreadList } from '../list/thread-list.tsx';

const stubHeightPx = 64;
const estimateRowHeight = ({ reply }: TreeRow) => (reply ? estimateHeight(reply) : stubHeightPx);

/** All replies below a thread, as a tree in reading order. */
export function ThreadReplies({ thread }: { thread: Thread }) {
  // No refetch after back navigation: new replies would shift the restored scroll position.
  const isBackNavigation = useNavigationType() === 'POP';
  const latestReplyId = useLatestReply();
  const [search] = useSearchParams();
  const hidden = search.get('replies') === 'hidden';
  const query = useInfiniteQuery({
    ...repliesQuery(thread.id, { hidden }),
    refetchOnMount: !isBackNavigation,
  });
  const rows = query.data && layOutReplyTree(thread, query.data.replies);
  const total = query.data?.total ?? 0;
  return (
    <>
      {hidden ? (
        <HiddenTitle threadId={thread.id} />
      ) : (
        <RepliesHeader thread={thread} replies={query.data} loadedAt={query.dataUpdatedAt} />
      )}
      <ThreadList
        query={query}
        entries={rows}
        texts={{
          label: t('replies.label'),
          loading: t('replies.loading'),
          empty: hidden || total === 0 ? t('replies.empty') : t('replies.unseen', { count: total }),
          error: t('replies.error'),
        }}
        estimateHeight={estimateRowHeight}
        renderCard={(row, itemProps) => <ReplyRow row={row} itemProps={itemProps} />}
        scrollToId={latestReplyId}
      />
    </>
  );
}

interface RepliesHeaderProps {
  thread: Thread;
  /** Undefined while loading. */
  replies: { total: number; hiddenCount: number } | undefined;
  loadedAt: number;
}

/** The heading, and what leads to further replies. */
function RepliesHeader({ thread, replies, loadedAt }: RepliesHeaderProps) {
  const { id, repliesCount } = thread;
  return (
    <>
      {replies && <NewRepliesPill threadId={id} total={replies.total} loadedAt={loadedAt} />}
      <RepliesTitle total={replies?.total} directCount={repliesCount} />
      {replies && replies.hiddenCount > 0 && (
        <HiddenLink threadId={id} count={replies.hiddenCount} />
      )}
    </>
  );
}

const linkClass =
  'flex min-h-11 items-center gap-2 border-b border-line px-4 text-sm font-medium text-accent hover:bg-hover';

/** Opens the replies that the author of the thread has hidden. */
function HiddenLink({ threadId, count }: { threadId: string; count: number }) {
  return (
    <Link to={`${paths.thread(threadId)}?replies=hidden`} className={linkClass}>
      <EyeOff aria-hidden className="size-4" />
      {t('replies.hidden', { count })}
    </Link>
  );
}

function HiddenTitle({ threadId }: { threadId: string }) {
  const headingRef = useRef<HTMLHeadingElement>(null);
  // The link that opened them has disappeared.
  useEffect(() => headingRef.current?.focus({ preventScroll: true }), []);
  return (
    <>
      <div className="border-b border-line px-4 py-3">
        <h2 ref={headingRef} tabIndex={-1} className="font-semibold outline-none">
          {t('replies.hiddenTitle')}
        </h2>
        <p className="text-sm text-muted">{t('replies.hiddenHint')}</p>
      </div>
      <Link to={paths.thread(threadId)} className={linkClass}>
        {t('replies.showOthers')}
      </Link>
    </>
  );
}

interface RepliesTitleProps {
  /** Replies on all levels; undefined while loading. */
  total: number | undefined;
  /** Direct replies, from the thread itself. */
  directCount: number;
}

/** The heading with the number of replies; visually hidden if there are none. */
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
        // Explains why the count of the thread above is lower.
        <p className="text-sm text-muted">{t('replies.direct', { count: directCount })}</p>
      )}
    </div>
  );
}
