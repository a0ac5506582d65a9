import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

let shownPathname: string | null = null;

/**
 * A ref for the heading of a screen, which gets the focus when one comes from another screen, so
 * that screen readers tell of it. The first screen of a visit leaves the focus to the browser.
 */
export function useHeadingFocus() {
  const headingRef = useRef<HTMLHeadingElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    const isAnother = shownPathname !== null && shownPathname !== pathname;
    shownPathname = pathname;
    if (isAnother) headingRef.current?.focus({ preventScroll: true });
  }, [pathname]);
  return headingRef;
}
