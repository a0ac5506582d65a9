import { lazy, Suspense } from 'react';
import type { QuotedThread, Thread } from '@skein/contracts/threads';
import { useSession } from '../../../lib/session/index.ts';

const LinkCard = lazy(async () => ({ default: (await import('./link-card.tsx')).LinkCard }));

/**
 * The card of a thread's link, if it has one; without its image if the author marked the thread, as
 * its files would be covered. The placeholder has its size.
 */
export function ThreadLinkCard({ thread }: { thread: Thread | QuotedThread }) {
  const { user } = useSession();
  const { isSensitive, contentWarning } = thread;
  // A content warning covers the card anyway.
  const isCovered = isSensitive && contentWarning === null && user?.sensitiveContent !== 'show';
  const card = thread.card && isCovered ? { ...thread.card, image: null } : thread.card;
  return (
    card && (
      <Suspense
        fallback={<div className={card.image ? 'mt-2.5 mb-22 aspect-[1.91]' : 'mt-2.5 h-22'} />}
      >
        <LinkCard card={card} />
      </Suspense>
    )
  );
}
