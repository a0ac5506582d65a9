import { useLayoutEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

const positions = new Map<string, number>();

// The browser would move first, with the page one leaves still in view.
window.history.scrollRestoration = 'manual';

/** A new page starts at its top; going back or forward returns to the place one left. */
export function ScrollMemory() {
  const { key } = useLocation();
  const isReturn = useNavigationType() === 'POP';
  useLayoutEffect(() => {
    window.scrollTo(0, isReturn ? (positions.get(key) ?? 0) : 0);
    const remember = () => positions.set(key, window.scrollY);
    window.addEventListener('scroll', remember, { passive: true });
    // Not later than this: a shorter next page scrolls by itself, which is not this page's place.
    return () => window.removeEventListener('scroll', remember);
  }, [key, isReturn]);
  return null;
}
