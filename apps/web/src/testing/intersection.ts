import { act } from '@testing-library/react';
import { vi } from 'vitest';

/** Replaces the browser's observer. `intersect` reports all observed elements as intersecting. */
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
  return { intersect, observerOptions };
}
