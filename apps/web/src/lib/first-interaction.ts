import { onToast } from './toast.ts';

export type InteractionEvent = 'pointerover' | 'focusin' | 'pointerdown' | 'keydown' | 'scroll';

/**
 * Resolves with the first of these events in an element with the selector, with the first scrolling of
 * the page, or with the first toast.
 */
export function firstInteraction(
  events: readonly InteractionEvent[],
  selector = '*',
): Promise<void> {
  return new Promise((resolve) => {
    const listening = new AbortController();
    const unsubscribe = onToast(finish);
    for (const event of events) {
      window.addEventListener(event, onEvent, { passive: true, signal: listening.signal });
    }
    function onEvent({ target }: Event) {
      if (!(target instanceof Element) || target.closest(selector)) finish();
    }
    function finish() {
      listening.abort();
      unsubscribe();
      resolve();
    }
  });
}
