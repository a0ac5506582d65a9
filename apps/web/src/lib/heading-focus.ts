import { useEffect, useRef } from 'react';
import { useHistoryEntry } from './navigation.tsx';

let shownPathname: string | null = null;

/**
 * A ref for the heading of a page. The heading gets the focus after a navigation, so that screen
 * readers announce the new page. On the first page of a visit the browser decides the focus.
 */
export function useHeadingFocus() {
  const headingRef = useRef<HTMLHeadingElement>(null);
  const { pathname } = useHistoryEntry();
  useEffect(() => {
    const isAnother = shownPathname !== null && shownPathname !== pathname;
    shownPathname = pathname;
    if (isAnother) headingRef.current?.focus({ preventScroll: true });
  }, [pathname]);
  return headingRef;
}
