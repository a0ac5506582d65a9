import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { usePageKey } from '../../lib/history-layers.tsx';
import { useKeyboardShortcuts } from '../../lib/keyboard-shortcuts.ts';
import { focusesSearchBox } from '../../lib/search-box-state.ts';

/** A ref for the search box. The `/` key and navigation with `searchBoxState` focus it. */
export function useSearchBox() {
  const box = useRef<HTMLInputElement>(null);
  const location = useLocation();
  const pageKey = usePageKey();
  const isFocusRequested = focusesSearchBox(location.state);
  useEffect(() => {
    if (isFocusRequested) box.current?.focus();
  }, [isFocusRequested, pageKey]);
  useKeyboardShortcuts({
    '/': () => {
      box.current?.focus();
      box.current?.select();
    },
  });
  return box;
}
