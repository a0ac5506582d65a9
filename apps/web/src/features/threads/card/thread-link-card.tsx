import { Suspense, lazy } from 'react';
import type { QuotedThread, Thread } from '@skein/contracts/threads';

const LinkCard = lazy(async () => ({ default: (await import('./link-card.tsx')).LinkCard }));

/** The card of a thread's link, if it has one. The placeholder has its size. */
export function ThreadLinkCard({ thread: { card } }: { thread: Thread | QuotedThread }) {
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
