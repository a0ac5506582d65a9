import { useQuery, useQueryClient } from '@tanstack/react-query';
import SearchX from 'lucide-react/icons/search-x';
import { useNavigate } from 'react-router-dom';
import { Button } from '../../ui/button.tsx';
import { PendingList } from '../../features/composer/pending/pending-list.tsx';
import { ReplyBox } from '../../features/composer/reply/reply-box.tsx';
import { threadQuery } from '../../features/threads/page/thread.queries.ts';
import { Ancestors } from '../../features/threads/page/ancestors.tsx';
import { ReplyParentBanner } from '../../features/threads/page/reply-parent-banner.tsx';
import { MainThread } from '../../features/threads/page/main-thread.tsx';
import { ListMessage } from '../../ui/list-message.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useThreadChanges } from '../../features/threads/page/use-thread-changes.ts';
import { ThreadListSkeleton } from '../../features/threads/list/thread-list-skeleton.tsx';
import { ThreadReplies } from '../../features/threads/page/thread-replies.tsx';
import { ThreadStub } from '../../features/threads/card/thread-stub.tsx';
import { ApiError } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';
import { paths } from '../../lib/paths.ts';

/** The content of a thread page. */
export function ThreadView({ threadId }: { threadId: string }) {
  const client = useQueryClient();
  const { data: thread, error, refetch } = useQuery(threadQuery(client, threadId));
  useThreadChanges(threadId, thread?.quotedThread?.id);

  if (error instanceof ApiError && error.status === 404) return <NotFound />;
  if (!thread) {
    if (!error) return <ThreadListSkeleton text={t('threadPage.loading')} />;
    return (
      <ListMessage text={t('threadPage.error')}>
        <Button variant="secondary" onClick={() => void refetch()}>
          {t('common.tryAgain')}
        </Button>
      </ListMessage>
    );
  }
  const isReply = thread.threadLevel > 0;
  return (
    <>
      {isReply && <Ancestors reply={thread} />}
      {/* High enough to scroll the chain above a reply out of the window. */}
      <div className={isReply ? 'min-h-[calc(100dvh-3.5rem)]' : undefined}>
        {isReply && <ReplyParentBanner reply={thread} />}
        {thread.isDeleted ? (
          <ThreadStub isDeleted />
        ) : (
          <>
            <MainThread thread={thread} />
            <ReplyBox thread={thread} />
          </>
        )}
        <PendingList threadId={thread.id} />
        <ThreadReplies thread={thread} />
      </div>
    </>
  );
}

function NotFound() {
  const navigate = useNavigate();
  return (
    <Notice icon={SearchX} title={t('threadPage.notFound')} text={t('threadPage.notFoundText')}>
      <Button variant="secondary" onClick={() => void navigate(paths.feed)}>
        {t('threadPage.backToFeed')}
      </Button>
    </Notice>
  );
}
