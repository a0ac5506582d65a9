import { useLayoutEffect, useEffectEvent, useRef, useState } from 'react';
import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import type { Thread } from '@skein/contracts/threads';
import { estimateHeight } from './estimate-height.ts';
import { findPlace, keepPlace } from './feed-places.ts';

const overscan = 4;
// The page's header covers this much of the window.
const headerHeightPx = 56;

/**
 * Which cards of a feed exist: those near the window, and the one that the Tab key stops at,
 * so that scrolling never loses the focus. Returns to the place kept for a history entry.
 */
export function useFeedWindow(placeKey: string, entries: readonly Thread[]) {
  // The virtualizer changes behind the same reference, which memoised code would not notice.
  'use no memo';
  const [place] = useState(() => findPlace(placeKey));
  const [currentId, setCurrentId] = useState(place?.currentId ?? null);
  const [scrollMargin, setScrollMargin] = useState(place?.scrollMargin ?? 0);
  const container = useRef<HTMLDivElement>(null);
  const currentIndex = entries.findIndex(({ id }) => id === currentId);
  const stopIndex = Math.max(0, currentIndex);

  const measures = useMeasures(entries);
  // oxlint-disable-next-line react/incompatible-library -- answered by the directive above
  const virtualizer = useWindowVirtualizer<HTMLDivElement>({
    count: entries.length,
    ...measures,
    overscan,
    useFlushSync: false,
    scrollMargin,
    scrollPaddingStart: headerHeightPx,
    initialOffset: place?.offset ?? 0,
    initialMeasurementsCache: place?.heights ?? [],
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), stopIndex])].toSorted((a, b) => a - b),
  });

  const keepThisPlace = useEffectEvent(() =>
    keepPlace(placeKey, {
      offset: window.scrollY,
      scrollMargin,
      heights: virtualizer.takeSnapshot(),
      currentId,
    }),
  );
  useLayoutEffect(() => {
    const top = container.current?.getBoundingClientRect().top ?? 0;
    setScrollMargin(top + window.scrollY);
    if (place) window.scrollTo(0, place.offset);
    return () => keepThisPlace();
  }, [place]);

  /** Moves the focus by whole cards, from the focused one or else from the first in sight. */
  const moveFocus = (step: 1 | -1) => {
    const { range } = virtualizer;
    const isInSight =
      range !== null && currentIndex >= range.startIndex && currentIndex <= range.endIndex;
    const first = virtualizer.getVirtualItemForOffset(window.scrollY + headerHeightPx);
    const index = isInSight ? currentIndex + step : (first?.index ?? 0);
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
    stopIndex,
    setCurrentId,
    moveFocus,
    measureItem: virtualizer.measureElement,
  };
}

/** Stays the same for the same entries: with a new `getItemKey` all places are counted anew. */
function useMeasures(entries: readonly Thread[]) {
  return {
    getItemKey: (index: number) => entries[index]?.id ?? index,
    estimateSize: (index: number) => (entries[index] ? estimateHeight(entries[index]) : 0),
  };
}
