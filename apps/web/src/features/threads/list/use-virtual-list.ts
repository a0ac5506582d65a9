import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { findPlace, keepPlace } from './scroll-positions.ts';
import { useListTop } from './use-scroll-margin.ts';

const overscan = 4;
// The page's header covers this much of the window.
const headerHeightPx = 56;

/** What a list shows at one place: a thread, or a thread and what belongs to its place. */
export interface ListEntry {
  id: string;
}

interface ListWindowOptions<Entry extends ListEntry> {
  /** The history entry under which the place in the list is kept. */
  placeKey: string;
  entries: readonly Entry[];
  /** About how high an entry will be, in pixels; the same function each time. */
  estimateHeight: (entry: Entry) => number;
  /** An entry to bring into sight, if it is out of it. */
  wantedId: string | null;
}

/**
 * Which cards of a list exist: those near the window, and the one that the Tab key stops at,
 * so that scrolling never loses the focus. Returns to the place kept for a history entry.
 */
export function useListWindow<Entry extends ListEntry>(options: ListWindowOptions<Entry>) {
  // The virtualizer changes behind the same reference, which memoised code would not notice.
  'use no memo';
  const { placeKey, entries } = options;
  const [place] = useState(() => findPlace(placeKey));
  const [currentId, setCurrentId] = useState(place?.currentId ?? null);
  const container = useRef<HTMLDivElement>(null);
  const scrollMargin = useListTop(container, place?.scrollMargin ?? 0);
  const currentIndex = entries.findIndex(({ id }) => id === currentId);
  const stopIndex = Math.max(0, currentIndex);

  const measures = useMeasures(options);
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
    if (place) window.scrollTo(0, place.offset);
    return () => keepThisPlace();
  }, [place]);

  useWanted(options, (index) => virtualizer.scrollToIndex(index, { align: 'auto' }));

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
function useMeasures<Entry extends ListEntry>(options: ListWindowOptions<Entry>) {
  const { entries, estimateHeight } = options;
  return {
    getItemKey: (index: number) => entries[index]?.id ?? index,
    estimateSize: (index: number) => (entries[index] ? estimateHeight(entries[index]) : 0),
  };
}

/** Scrolls once to the wanted entry, as soon as it is there. */
function useWanted<Entry extends ListEntry>(
  { entries, wantedId }: ListWindowOptions<Entry>,
  scrollTo: (index: number) => void,
) {
  const isThere = wantedId !== null && entries.some(({ id }) => id === wantedId);
  const showWanted = useEffectEvent(() => scrollTo(entries.findIndex(({ id }) => id === wantedId)));
  useEffect(() => {
    if (isThere) showWanted();
  }, [isThere, wantedId]);
}
