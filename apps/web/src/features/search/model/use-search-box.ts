import { useEffect, useRef } from 'react';
import { useKeyboardShortcuts } from '../../../lib/keyboard-shortcuts.ts';
import { searchBoxState } from '../../../lib/search-box-state.ts';
import { useHistoryEntry } from '../../../lib/navigation.tsx';

/** A ref for the search box. The `/` key and navigation with `searchBoxState` focus it. */
export function useSearchBox() {
  const box = useRef<HTMLInputElement>(null);
  const location = useHistoryEntry();
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
