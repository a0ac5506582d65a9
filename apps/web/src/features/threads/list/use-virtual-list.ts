import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { useWindowVirtualizer } from './use-window-virtualizer.ts';
import type { ItemHeights, WindowVirtualizer } from './window-virtualizer.ts';

/** Items below the window that the list renders before it has a virtualizer. */
const firstItemsBelow = 4;
// The page's sticky header covers this much of the viewport.
const headerHeightPx = 56;

export interface ListEntry {
  id: string;
}

interface VirtualListOptions<Entry extends ListEntry> {
  /** The key of the history entry, under which the scroll position is saved. */
  scrollKey: string;
  entries: readonly Entry[];
  /** The approximate height of an entry in pixels. Must be the same function on each render. */
  estimateHeight: (entry: Entry) => number;
  /** An entry to scroll into view. */
  scrollToId: string | null;
}

/** A scroll position with the measured heights, so that restoring it is exact. */
interface ScrollPosition {
  offset: number;
  scrollMargin: number;
  heights: ItemHeights;
  currentId: string | null;
}

interface ListLayout {
  /** `top` is the distance in pixels from the top of the list; null if the item is below the one before. */
  items: { index: number; top: number | null }[];
  /** The height of all items; null if they are in the flow. */
  totalHeight: number | null;
  /** The height of the items that are not rendered below those in the flow. */
  spaceBelow: number;
  measureItem: ((element: HTMLDivElement | null) => void) | null;
}

const scrollPositions = new Map<string, ScrollPosition>();

/**
 * Renders only the entries near the viewport, and the entry that is the list's tab stop, so that
 * scrolling never removes the focused element. Restores the scroll position of a history entry.
 */
export function useVirtualList<Entry extends ListEntry>(options: VirtualListOptions<Entry>) {
  'use no memo';
  const { scrollKey, entries, scrollToId } = options;
  const [saved] = useState(() => scrollPositions.get(scrollKey));
  const [currentId, setCurrentId] = useState(saved?.currentId ?? null);
  const container = useRef<HTMLDivElement>(null);
  const scrollMargin = useScrollMargin(container, saved?.scrollMargin ?? 0);
  const currentIndex = entries.findIndex(({ id }) => id === currentId);
  const tabStopIndex = Math.max(0, currentIndex);

  const virtualizer = useWindowVirtualizer(
    {
      ...useEntryMeasures(options),
      scrollMargin,
      scrollPaddingStart: headerHeightPx,
      pinnedIndex: tabStopIndex,
    },
    {
      isNeeded: saved !== undefined || scrollToId !== null,
      readPosition: () => saved ?? readFirstPosition(container.current, entries),
    },
  );

  const savePosition = useEffectEvent(() => {
    scrollPositions.set(scrollKey, {
      offset: window.scrollY,
      scrollMargin,
      heights: virtualizer?.getHeights() ?? new Map(),
      currentId,
    });
  });
  useLayoutEffect(() => {
    if (saved) window.scrollTo(0, saved.offset);
    return () => savePosition();
  }, [saved]);

  useScrollToEntry(options, virtualizer);

  return {
    container,
    ...(virtualizer ? readLayout(virtualizer, scrollMargin) : layOutFirstItems(options)),
    tabStopIndex,
    setCurrentId,
    moveFocus: (step: 1 | -1) => moveFocus(container.current, currentIndex, step),
  };
}

/** Stable for the same entries: a new `getItemKey` makes the virtualizer recompute all positions. */
function useEntryMeasures<Entry extends ListEntry>(options: VirtualListOptions<Entry>) {
  const { entries, estimateHeight } = options;
  return useMemo(
    () => ({
      count: entries.length,
      getItemKey: (index: number) => entries[index]?.id ?? index,
      estimateSize: (index: number) => (entries[index] ? estimateHeight(entries[index]) : 0),
    }),
    [entries, estimateHeight],
  );
}

function readLayout(virtualizer: WindowVirtualizer, scrollMargin: number): ListLayout {
  return {
    items: virtualizer
      .getVirtualItems()
      .map(({ index, start }) => ({ index, top: start - scrollMargin })),
    totalHeight: virtualizer.getTotalSize(),
    spaceBelow: 0,
    measureItem: virtualizer.measureElement,
  };
}

/** Without a virtualizer, the entries that fill the window follow each other in the flow. */
function layOutFirstItems<Entry extends ListEntry>(options: VirtualListOptions<Entry>): ListLayout {
  const { entries, estimateHeight } = options;
  let count = 0;
  let height = 0;
  for (const entry of entries) {
    if (height > window.innerHeight) break;
    height += estimateHeight(entry);
    count += 1;
  }
  count += firstItemsBelow;
  return {
    items: entries.slice(0, count).map((_entry, index) => ({ index, top: null })),
    totalHeight: null,
    spaceBelow: entries.slice(count).reduce((sum, entry) => sum + estimateHeight(entry), 0),
    measureItem: null,
  };
}

/** The position and the heights of the items that are rendered without a virtualizer. */
function readFirstPosition(container: HTMLElement | null, entries: readonly ListEntry[]) {
  const heights = new Map<string, number>();
  if (!container) return { offset: 0, heights };
  for (const item of container.querySelectorAll<HTMLElement>('[data-index]')) {
    const entry = entries[Number(item.dataset['index'])];
    if (entry) heights.set(entry.id, item.offsetHeight);
  }
  return { offset: window.scrollY, heights };
}

/** Moves the focus to the next or previous card, or to the first visible one. */
function moveFocus(container: HTMLElement | null, currentIndex: number, step: 1 | -1): void {
  if (!container) return;
  const find = (index: number) => container.querySelector(`[data-index="${index}"]`);
  const current = find(currentIndex);
  const target =
    current && isInView(current)
      ? find(currentIndex + step)
      : [...container.querySelectorAll('[data-index]')].find(isInView);
  if (!target) return;
  target.querySelector('article')?.focus({ preventScroll: true });
  window.scrollBy(0, target.getBoundingClientRect().top - headerHeightPx);
}

function isInView(item: Element): boolean {
  const { top, bottom } = item.getBoundingClientRect();
  return bottom > headerHeightPx && top < window.innerHeight;
}

/** Scrolls once to the requested entry, as soon as it is in the list. */
function useScrollToEntry<Entry extends ListEntry>(
  { entries, scrollToId }: VirtualListOptions<Entry>,
  virtualizer: WindowVirtualizer | null,
) {
  const canScroll =
    virtualizer !== null && scrollToId !== null && entries.some(({ id }) => id === scrollToId);
  const scrollToEntry = useEffectEvent(() => {
    const index = entries.findIndex(({ id }) => id === scrollToId);
    virtualizer?.scrollToIndex(index, { align: 'auto' });
  });
  useEffect(() => {
    if (canScroll) scrollToEntry();
  }, [canScroll, scrollToId]);
}

/** The distance in pixels between the top of the page and the list. */
function useScrollMargin(list: RefObject<HTMLElement | null>, initialTop: number): number {
  const [top, setTop] = useState(initialTop);
  useLayoutEffect(() => {
    const measure = () => {
      if (list.current) setTop(list.current.getBoundingClientRect().top + window.scrollY);
    };
    measure();
    // Content above the list can grow: an expanded text, a reply box.
    const observer = new ResizeObserver(measure);
    for (const above of elementsAbove(list.current)) observer.observe(above);
    return () => observer.disconnect();
  }, [list]);
  return top;
}

function elementsAbove(element: Element | null): Element[] {
  const { parentElement: parent = null } = element ?? {};
  if (element === null || parent === null) return [];
  const siblings = [...parent.children];
  const above = siblings.slice(0, siblings.indexOf(element));
  return parent.matches('main') ? above : [...elementsAbove(parent), ...above];
}
