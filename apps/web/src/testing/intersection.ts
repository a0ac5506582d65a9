import { act } from '@testing-library/react';
import { vi } from 'vitest';

/** Takes the place of the browser's observer; `reach` says that everything observed is in sight. */
export function stubIntersectionObserver() {
  const watching = new Map<IntersectionObserver, IntersectionObserverCallback>();
  const seenOptions: IntersectionObserverInit[] = [];

  vi.stubGlobal(
    'IntersectionObserver',
    class extends window.IntersectionObserver {
      readonly #callback: IntersectionObserverCallback;

      constructor(callback: IntersectionObserverCallback, options: IntersectionObserverInit = {}) {
        super(callback, options);
        this.#callback = callback;
        seenOptions.push(options);
      }

      override observe() {
        watching.set(this, this.#callback);
      }

      override disconnect() {
        watching.delete(this);
      }
    },
  );

  const reach = () =>
    act(() => {
      for (const [observer, callback] of watching) {
        const entry: Partial<IntersectionObserverEntry> = { isIntersecting: true };
        // Nothing but whether it is in sight is ever asked.
        callback([entry as IntersectionObserverEntry], observer);
      }
    });
  return { reach, seenOptions };
}
