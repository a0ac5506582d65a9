import { useLayoutEffect } from 'react';
import { useHistoryEntry } from '../lib/navigation.tsx';

const positions = new Map<string, number>();

// The browser would scroll before the new page is rendered.
window.history.scrollRestoration = 'manual';

/** A new page starts at its top; going back or forward restores the scroll position. */
export function ScrollRestoration() {
  const { key, isReturn } = useHistoryEntry();
  useLayoutEffect(() => {
    window.scrollTo(0, isReturn ? (positions.get(key) ?? 0) : 0);
    const remember = () => positions.set(key, window.scrollY);
    window.addEventListener('scroll', remember, { passive: true });
    // A shorter next page scrolls by itself, so the listener must be removed before that.
    return () => window.removeEventListener('scroll', remember);
  }, [key, isReturn]);
  return null;
}
