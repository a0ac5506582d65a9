import { act, waitFor } from '@testing-library/react';
import { expect, vi } from 'vitest';

/** The options of the observer at the end of a list, which loads the next page. */
const listEndOptions = { rootMargin: '100px', threshold: 0.1 };

/**
 * Replaces the browser's observer. `intersect` reports all observed elements as intersecting,
 * `intersectListEnd` first waits until the end of a list is observed.
 */
export function stubIntersectionObserver() {
  const observing = new Map<IntersectionObserver, IntersectionObserverCallback>();
  const observerOptions: IntersectionObserverInit[] = [];

  vi.stubGlobal(
    'IntersectionObserver',
    class extends window.IntersectionObserver {
      readonly #callback: IntersectionObserverCallback;

      constructor(callback: IntersectionObserverCallback, options: IntersectionObserverInit = {}) {
        super(callback, options);
        this.#callback = callback;
        observerOptions.push(options);
      }

      override observe() {
        observing.set(this, this.#callback);
      }

      override disconnect() {
        observing.delete(this);
      }
    },
  );

  const intersect = () =>
    act(() => {
      for (const [observer, callback] of observing) {
        const entry: Partial<IntersectionObserverEntry> = { isIntersecting: true };
        // The app reads no other property.
        callback([entry as IntersectionObserverEntry], observer);
      }
    });
  const intersectListEnd = async () => {
    await waitFor(() => expect(observerOptions).toContainEqual(listEndOptions));
    intersect();
  };
  return { intersect, intersectListEnd, observerOptions };
}
