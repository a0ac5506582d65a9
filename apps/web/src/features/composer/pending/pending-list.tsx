import { lazy, Suspense } from 'react';
import { loadPendingPosts } from './load-pending.ts';
import { pendingPosts } from './pending-store.ts';

const PendingPosts = lazy(loadPendingPosts);

/** The viewer's pending posts: the replies to a thread, or all of them. */
export function PendingList({ threadId }: { threadId?: string }) {
  const hasPosts = pendingPosts.useValue().length > 0;
  if (!hasPosts) return null;
  return (
    <Suspense>
      <PendingPosts threadId={threadId} />
    </Suspense>
  );
}
