import { onToast } from '../lib/toast.ts';

const events = ['pointerover', 'pointerdown', 'keydown'] as const;

/** Resolves when the user first uses the page, or with the first toast. */
export function firstInteraction(): Promise<void> {
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
