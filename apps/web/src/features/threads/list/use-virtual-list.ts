import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import type { Range, VirtualItem, Virtualizer } from '@tanstack/react-virtual';
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { RefObject } from 'react';

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
  measurements: VirtualItem[];
  currentId: string | null;
}

const scrollPositions = new Map<string, ScrollPosition>();

/**
 * Renders only the entries near the viewport, and the entry that is the list's tab stop, so that
 * scrolling never removes the focused element. Restores the scroll position of a history entry.
 */
export function useVirtualList<Entry extends ListEntry>(options: VirtualListOptions<Entry>) {
  'use no memo';
  const { scrollKey, entries } = options;
  const [saved] = useState(() => scrollPositions.get(scrollKey));
  const [currentId, setCurrentId] = useState(saved?.currentId ?? null);
  const container = useRef<HTMLDivElement>(null);
  const scrollMargin = useScrollMargin(container, saved?.scrollMargin ?? 0);
  const currentIndex = entries.findIndex(({ id }) => id === currentId);
  const tabStopIndex = Math.max(0, currentIndex);

  // The function is not memoized.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useWindowVirtualizer<HTMLDivElement>({
    ...useEntryMeasures(options),
    rangeExtractor: useRangeWith(tabStopIndex),
    overscan,
    scrollMargin,
    scrollPaddingStart: headerHeightPx,
    initialOffset: saved?.offset ?? 0,
    initialMeasurementsCache: saved?.measurements ?? [],
    // Known before the list is in the page, so that its first rendering contains cards.
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    useFlushSync: false,
  });

  const savePosition = useEffectEvent(() => {
    scrollPositions.set(scrollKey, {
      offset: window.scrollY,
      scrollMargin,
      measurements: virtualizer.takeSnapshot(),
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
    items: virtualizer
      .getVirtualItems()
      .map(({ index, start }) => ({ index, top: start - scrollMargin })),
    totalHeight: virtualizer.getTotalSize(),
    measureItem: virtualizer.measureElement,
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

/** Renders one more item, which is outside of the range. */
function useRangeWith(pinnedIndex: number) {
  return useCallback(
    (range: Range) =>
      [...new Set([...defaultRangeExtractor(range), pinnedIndex])].toSorted((a, b) => a - b),
    [pinnedIndex],
  );
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
  virtualizer: Virtualizer<Window, HTMLDivElement>,
) {
  const canScroll = scrollToId !== null && entries.some(({ id }) => id === scrollToId);
  const scrollToEntry = useEffectEvent(() => {
    const index = entries.findIndex(({ id }) => id === scrollToId);
    virtualizer.scrollToIndex(index, { align: 'auto' });
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
