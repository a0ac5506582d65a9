import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** Menus and dialogs that are not about to close. They close when they lose the focus. */
const openLayers =
  '[role=menu][data-open], [role=dialog][data-open], [role=alertdialog][data-open]';

let shownPathname: string | null = null;

/**
 * A ref for the heading of a page. The heading gets the focus after a navigation, so that screen
 * readers announce the new page, unless the user has opened a menu or dialog while the page was
 * loading. On the first page of a visit the browser decides the focus.
 */
export function useHeadingFocus() {
  const headingRef = useRef<HTMLHeadingElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    const isAnother = shownPathname !== null && shownPathname !== pathname;
    shownPathname = pathname;
    const isInLayer = document.activeElement?.closest(openLayers);
    if (isAnother && !isInLayer) headingRef.current?.focus({ preventScroll: true });
  }, [pathname]);
  return headingRef;
}
