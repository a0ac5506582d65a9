import type { ReactNode } from 'react';
import { useKeyboardShortcuts } from '../../../lib/keyboard-shortcuts.ts';
import { useVirtualList } from './use-virtual-list.ts';
import type { ListEntry } from './use-virtual-list.ts';

/** Props that a list passes to each of its cards. */
export interface ListItemProps {
  /** Position in the list, starting at 1. */
  position: number;
  /** A list has one tab stop (roving tabindex). */
  tabIndex: 0 | -1;
  onFocus: () => void;
}

interface ThreadListCardsProps<Entry extends ListEntry> {
  /** The list's accessible name. */
  label: string;
  /** The key of the history entry, under which the scroll position is saved. */
  scrollKey: string;
  entries: readonly Entry[];
  estimateHeight: (entry: Entry) => number;
  renderCard: (entry: Entry, itemProps: ListItemProps) => ReactNode;
  isBusy: boolean;
  /** An entry to scroll into view. */
  scrollToId: string | null;
  /** Shown below the last card. */
  children: ReactNode;
}

const endHeightPx = 160;

/** The cards of a list. Only those near the viewport are rendered. */
export function ThreadListCards<Entry extends ListEntry>(props: ThreadListCardsProps<Entry>) {
  'use no memo';
  const { label, entries, renderCard, isBusy, children } = props;
  const { container, items, measureItem, totalHeight, ...list } = useVirtualList(props);
  const { tabStopIndex, setCurrentId, moveFocus } = list;
  useKeyboardShortcuts({ j: () => moveFocus(1), k: () => moveFocus(-1) });
  return (
    <div ref={container} className="relative" style={{ height: totalHeight + endHeightPx }}>
      <div role="feed" aria-label={label} aria-busy={isBusy}>
        {items.map(({ index, top }) => {
          const entry = entries[index];
          return (
            entry && (
              <div key={entry.id} ref={measureItem} data-index={index} {...positionAt(top)}>
                {renderCard(entry, {
                  position: index + 1,
                  tabIndex: index === tabStopIndex ? 0 : -1,
                  onFocus: () => setCurrentId(entry.id),
                })}
              </div>
            )
          );
        })}
      </div>
      <div {...positionAt(totalHeight)}>
        <div style={{ height: endHeightPx }}>{children}</div>
      </div>
    </div>
  );
}

/** By a transform, because transforms cause no layout shift. */
function positionAt(top: number) {
  return {
    className: 'absolute inset-x-0 top-0',
    style: { transform: `translateY(${top}px)` },
  };
}
