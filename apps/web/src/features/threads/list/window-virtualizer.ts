import {
  Virtualizer,
  defaultRangeExtractor,
  observeWindowOffset,
  observeWindowRect,
  windowScroll,
} from '@tanstack/virtual-core';
import type { VirtualItem } from '@tanstack/virtual-core';

const overscan = 4;

export interface WindowVirtualizerOptions {
  count: number;
  getItemKey: (index: number) => string | number;
  estimateSize: (index: number) => number;
  /** The distance in pixels between the top of the page and the list. */
  scrollMargin: number;
  /** The height of the sticky header, which covers the top of the window. */
  scrollPaddingStart: number;
  /** An item that is always rendered. */
  pinnedIndex: number;
}

export type ItemHeights = ReadonlyMap<VirtualItem['key'], number>;

/** Where a list starts. */
export interface InitialPosition {
  offset: number;
  /** The known heights of items by their keys. */
  heights: ItemHeights;
}

/** Positions the items of a list that scrolls with the window, and renders only those near it. */
export class WindowVirtualizer extends Virtualizer<Window, HTMLDivElement> {
  readonly #initialOffset: number;

  constructor(options: WindowVirtualizerOptions, { offset, heights }: InitialPosition) {
    super(complete(options, offset));
    this.#initialOffset = offset;
    for (const [key, height] of heights) this.itemSizeCache.set(key, height);
  }

  update(options: WindowVirtualizerOptions, onChange: () => void): void {
    this.setOptions({ ...complete(options, this.#initialOffset), onChange });
  }

  /** The measured heights, with which another list can start at the same position. */
  getHeights(): ItemHeights {
    return new Map(this.itemSizeCache);
  }
}

function complete({ pinnedIndex, ...options }: WindowVirtualizerOptions, initialOffset: number) {
  return {
    ...options,
    overscan,
    initialOffset,
    // Known before the list is in the page, so that its first rendering contains cards.
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    getScrollElement: () => window,
    observeElementRect: observeWindowRect,
    observeElementOffset: observeWindowOffset,
    scrollToFn: windowScroll,
    rangeExtractor: (range: Parameters<typeof defaultRangeExtractor>[0]) =>
      [...new Set([...defaultRangeExtractor(range), pinnedIndex])].toSorted((a, b) => a - b),
  };
}
