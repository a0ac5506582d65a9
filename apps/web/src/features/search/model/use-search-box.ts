import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { useKeyboardShortcuts } from '../../../lib/keyboard-shortcuts.ts';
import { searchBoxState } from '../../../lib/search-box-state.ts';

/** A ref for the search box. The `/` key and navigation with `searchBoxState` focus it. */
export function useSearchBox() {
  const box = useRef<HTMLInputElement>(null);
  const location = useLocation();
  const isFocusRequested = location.state === searchBoxState;
  useEffect(() => {
    if (isFocusRequested) box.current?.focus();
  }, [isFocusRequested, location.key]);
  useKeyboardShortcuts({
    '/': () => {
      box.current?.focus();
      box.current?.select();
    },
  });
  return box;
}
