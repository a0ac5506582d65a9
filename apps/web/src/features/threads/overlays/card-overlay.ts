import type { Thread } from '@skein/contracts/threads';
import { createStore } from '../../../lib/store.ts';

/** Where a card stands, as far as it matters: My Posts has words and ways of its own. */
export type CardScreen = 'feed' | 'my-posts';

/** What one can open at a button of a card. */
export interface AnchoredLayer {
  kind: 'menu' | 'share' | 'repost' | 'reactions';
  thread: Thread;
  screen: CardScreen;
  anchor: HTMLElement;
  /** Opened by the pointer resting on it, so that leaving closes it and the focus stays away. */
  isHover?: boolean;
}

export interface DialogLayer {
  kind: 'delete' | 'history';
  thread: Thread;
  screen: CardScreen;
}

export type CardLayer = AnchoredLayer | DialogLayer;

const store = createStore<CardLayer | null>(null);

/** What is open over a card; null while nothing is. One place draws it for all cards. */
export const useCardLayer = store.use;

export function openCardLayer(layer: CardLayer): void {
  store.set(layer);
}

/** Closes this layer, unless another has taken its place. */
export function closeCardLayer(layer: CardLayer): void {
  if (store.get() === layer) store.set(null);
}
