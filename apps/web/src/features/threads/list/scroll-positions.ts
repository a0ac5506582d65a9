import type { VirtualItem } from '@tanstack/react-virtual';

/** Where somebody was in a list, with the heights of the cards seen, so that it is the very place. */
export interface ListPlace {
  offset: number;
  scrollMargin: number;
  heights: VirtualItem[];
  currentId: string | null;
}

const places = new Map<string, ListPlace>();

/** `key` is the history entry's: going back to an entry returns to its place. */
export const findPlace = (key: string): ListPlace | undefined => places.get(key);

export function keepPlace(key: string, place: ListPlace): void {
  places.set(key, place);
}
