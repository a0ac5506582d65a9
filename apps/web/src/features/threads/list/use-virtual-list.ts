import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import type { VirtualItem } from '@tanstack/react-virtual';

const overscan = 4;
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
  heights: VirtualItem[];
  currentId: string | null;
}

const scrollPositions = new Map<string, ScrollPosition>();

/**
 * Renders only the entries near the viewport, and the entry that is the list's tab stop, so that
 * scrolling never removes the focused element. Restores the scroll position of a history entry.
 */
export function useVirtualList<Entry extends ListEntry>(options: VirtualListOptions<Entry>) {
  // The virtualizer mutates itself behind a stable reference, which memoized code would miss.
  'use no memo';
  const { scrollKey, entries } = options;
  const [saved] = useState(() => scrollPositions.get(scrollKey));
  const [currentId, setCurrentId] = useState(saved?.currentId ?? null);
  const container = useRef<HTMLDivElement>(null);
  const scrollMargin = useScrollMargin(container, saved?.scrollMargin ?? 0);
  const currentIndex = entries.findIndex(({ id }) => id === currentId);
  const tabStopIndex = Math.max(0, currentIndex);

  // oxlint-disable-next-line react/incompatible-library -- handled by the directive above
  const virtualizer = useWindowVirtualizer<HTMLDivElement>({
    count: entries.length,
    ...useEntryMeasures(options),
    overscan,
    useFlushSync: false,
    scrollMargin,
    scrollPaddingStart: headerHeightPx,
    initialRect: windowRect(),
    initialOffset: saved?.offset ?? 0,
    initialMeasurementsCache: saved?.heights ?? [],
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), tabStopIndex])].toSorted((a, b) => a - b),
  });

  const savePosition = useEffectEvent(() => {
    scrollPositions.set(scrollKey, {
      offset: window.scrollY,
      scrollMargin,
      heights: virtualizer.takeSnapshot(),
      currentId,
    });
  });
  useLayoutEffect(() => {
    if (saved) window.scrollTo(0, saved.offset);
    return () => savePosition();
  }, [saved]);

  useScrollToEntry(options, (index) => virtualizer.scrollToIndex(index, { align: 'auto' }));

  /** Moves the focus to the next or previous card, or to the first visible one. */
  const moveFocus = (step: 1 | -1) => {
    const { range } = virtualizer;
    const isCurrentVisible =
      range !== null && currentIndex >= range.startIndex && currentIndex <= range.endIndex;
    const firstVisible = virtualizer.getVirtualItemForOffset(window.scrollY + headerHeightPx);
    const index = isCurrentVisible ? currentIndex + step : (firstVisible?.index ?? 0);
    const item = container.current?.querySelector(`[data-index="${index}"]`);
    if (!item) return;
    item.querySelector('article')?.focus({ preventScroll: true });
    virtualizer.scrollToIndex(index, { align: 'start' });
  };

  return {
    container,
    totalHeight: virtualizer.getTotalSize(),
    items: virtualizer.getVirtualItems().map(({ key, index, start }) => ({
      key,
      index,
      top: start - scrollMargin,
    })),
    tabStopIndex,
    setCurrentId,
    moveFocus,
    measureItem: virtualizer.measureElement,
  };
}

/** Known before the list is in the page, so that its first rendering contains cards. */
const windowRect = () => ({ width: window.innerWidth, height: window.innerHeight });

/** Stable for the same entries: a new `getItemKey` makes the virtualizer recompute all positions. */
function useEntryMeasures<Entry extends ListEntry>(options: VirtualListOptions<Entry>) {
  const { entries, estimateHeight } = options;
  return {
    getItemKey: (index: number) => entries[index]?.id ?? index,
    estimateSize: (index: number) => (entries[index] ? estimateHeight(entries[index]) : 0),
  };
}

/** Scrolls once to the requested entry, as soon as it is in the list. */
function useScrollToEntry<Entry extends ListEntry>(
  { entries, scrollToId }: VirtualListOptions<Entry>,
  scrollTo: (index: number) => void,
) {
  const isInList = scrollToId !== null && entries.some(({ id }) => id === scrollToId);
  const scrollToEntry = useEffectEvent(() =>
    scrollTo(entries.findIndex(({ id }) => id === scrollToId)),
  );
  useEffect(() => {
    if (isInList) scrollToEntry();
  }, [isInList, scrollToId]);
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
