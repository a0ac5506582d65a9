import type { ReactNode } from 'react';
import { useKeys } from '../../../lib/page-keys.ts';
import { useListWindow } from './use-virtual-list.ts';
import type { ListEntry } from './use-virtual-list.ts';

/** What a list tells each of its cards. */
export interface CardPlace {
  /** From 1. */
  position: number;
  /** Cards of a list share one stop of the Tab key. */
  tabIndex: 0 | -1;
  onFocus: () => void;
}

interface ThreadListCardsProps<Entry extends ListEntry> {
  /** The list's name for screen readers. */
  label: string;
  /** The history entry under which the place in the list is kept. */
  placeKey: string;
  entries: readonly Entry[];
  estimateHeight: (entry: Entry) => number;
  renderCard: (entry: Entry, place: CardPlace) => ReactNode;
  isBusy: boolean;
  /** An entry to bring into sight, if it is out of it. */
  wantedId: string | null;
  /** Stands under the last card. */
  children: ReactNode;
}

const endHeightPx = 160;

/** The cards of a list, of which only those near the window exist. */
export function ThreadListCards<Entry extends ListEntry>(props: ThreadListCardsProps<Entry>) {
  'use no memo';
  const { label, entries, renderCard, isBusy, children } = props;
  const { container, totalHeight, items, stopIndex, ...list } = useListWindow(props);
  const { setCurrentId, moveFocus, measureItem } = list;
  useKeys({ j: () => moveFocus(1), k: () => moveFocus(-1) });
  return (
    <div ref={container} className="relative" style={{ height: totalHeight + endHeightPx }}>
      <div role="feed" aria-label={label} aria-busy={isBusy}>
        {items.map(({ key, index, top }) => {
          const entry = entries[index];
          return (
            entry && (
              <div
                key={key}
                ref={measureItem}
                data-index={index}
                className="absolute inset-x-0 top-0"
                style={{ transform: `translateY(${top}px)` }}
              >
                {renderCard(entry, {
                  position: index + 1,
                  tabIndex: index === stopIndex ? 0 : -1,
                  onFocus: () => setCurrentId(entry.id),
                })}
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
