import { onToast } from '../lib/toast.ts';

export type InteractionEvent = 'pointerover' | 'pointerdown' | 'keydown';

/** Resolves with the first of these events, or with the first toast. */
export function firstInteraction(events: readonly InteractionEvent[]): Promise<void> {
  return new Promise((resolve) => {
    const listening = new AbortController();
    const unsubscribe = onToast(finish);
    for (const event of events) {
      window.addEventListener(event, finish, { passive: true, signal: listening.signal });
    }
    function finish() {
      listening.abort();
      unsubscribe();
      resolve();
    }
  });
}
