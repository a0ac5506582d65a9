import type { Thread } from '@skein/contracts/threads';
import { createStore } from '../../../lib/store.ts';

/** The screen that shows a card. My Posts has its own texts and dialogs. */
export type CardScreen = 'feed' | 'my-posts';

/** A menu or popover that is positioned at a button of a card. */
export interface AnchoredOverlay {
  kind: 'menu' | 'share' | 'repost' | 'reactions';
  thread: Thread;
  screen: CardScreen;
  anchor: HTMLElement;
  /** Opened by hovering: it takes no focus and closes when the pointer leaves. */
  isHover?: boolean;
}

export interface DialogOverlay {
  kind:
    | 'delete'
    | 'history'
    | 'block'
    | 'block-server'
    | 'folder'
    | 'replace-pin'
    | 'audience'
    | 'detach'
    | 'send';
  thread: Thread;
  screen: CardScreen;
}

export type CardOverlay = AnchoredOverlay | DialogOverlay;

const store = createStore<CardOverlay | null>(null);

/** The open menu, popover or dialog of a card, or null. `LazyCardOverlays` renders it for all cards. */
export const useCardOverlay = store.useValue;

export function openCardOverlay(overlay: CardOverlay): void {
  store.set(overlay);
}

/** Closes the open overlay, if any. */
export function dismissCardOverlay(): void {
  store.set(null);
}

/** Closes this overlay, unless another one has replaced it. */
export function closeCardOverlay(overlay: CardOverlay): void {
  if (store.get() === overlay) store.set(null);
}
