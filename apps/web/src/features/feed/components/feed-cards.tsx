import type { ReactNode } from 'react';
import type { Thread } from '@skein/contracts/threads';
import { t } from '../../../lib/i18n/index.ts';
import { ThreadCard } from '../../threads/components/thread-card.tsx';
import { useFeedWindow } from '../model/use-feed-window.ts';
import { useKeys } from '../model/use-keys.ts';

interface FeedCardsProps {
  /** The history entry under which the place in the feed is kept. */
  placeKey: string;
  entries: Thread[];
  isBusy: boolean;
  /** Stands under the last card. */
  children: ReactNode;
}

const endHeightPx = 160;

/** The cards of a feed, of which only those near the window exist. */
export function FeedCards({ placeKey, entries, isBusy, children }: FeedCardsProps) {
  'use no memo';
  const { container, totalHeight, items, stopIndex, ...list } = useFeedWindow(placeKey, entries);
  const { setCurrentId, moveFocus, measureItem } = list;
  useKeys({ j: () => moveFocus(1), k: () => moveFocus(-1) });
  return (
    <div ref={container} className="relative" style={{ height: totalHeight + endHeightPx }}>
      <div role="feed" aria-label={t('feed.title')} aria-busy={isBusy}>
        {items.map(({ key, index, top }) => {
          const thread = entries[index];
          return (
            thread && (
              <div
                key={key}
                ref={measureItem}
                data-index={index}
                className="absolute inset-x-0 top-0"
                style={{ transform: `translateY(${top}px)` }}
              >
                <ThreadCard
                  thread={thread}
                  position={index + 1}
                  tabIndex={index === stopIndex ? 0 : -1}
                  onFocus={() => setCurrentId(thread.id)}
                />
              </div>
            )
          );
        })}
      </div>
      {/* Moved like the cards: what a transform moves does not count as a shifted layout. */}
      <div
        className="absolute inset-x-0 top-0"
        style={{ height: endHeightPx, transform: `translateY(${totalHeight}px)` }}
      >
        {children}
      </div>
    </div>
  );
}
