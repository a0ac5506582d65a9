import { useQuery, useQueryClient } from '@tanstack/react-query';
import Pin from 'lucide-react/icons/pin';
import { t } from '../../../i18n/index.ts';
import { ThreadCard } from '../card/thread-card.tsx';
import { threadQuery } from '../page/thread.queries.ts';
import { ThreadCardSkeleton } from './thread-list-skeleton.tsx';

/** The thread that a user has pinned, above their other threads. */
export function PinnedThread({ threadId }: { threadId: string }) {
  const { data: thread, isError } = useQuery(threadQuery(useQueryClient(), threadId));
  if (isError || thread?.isDeleted) return null;
  if (!thread) return <ThreadCardSkeleton />;
  return (
    <section aria-label={t('users.pinned')}>
      <p className="-mb-1.5 flex items-center gap-1.5 pt-2.5 pl-17 text-sm font-medium text-muted">
        <Pin aria-hidden className="size-4" />
        {t('users.pinned')}
      </p>
      <ThreadCard thread={thread} />
    </section>
  );
}
