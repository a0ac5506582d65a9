import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { useKeys } from '../../../lib/page-keys.ts';
import { searchBoxState } from '../../../lib/search-box.ts';

/** A ref for the search box. The `/` key and navigation with `searchBoxState` focus it. */
export function useSearchBox() {
  const box = useRef<HTMLInputElement>(null);
  const location = useLocation();
  const isFocusRequested = location.state === searchBoxState;
  useEffect(() => {
    if (isFocusRequested) box.current?.focus();
  }, [isFocusRequested, location.key]);
  useKeys({
    '/': () => {
      box.current?.focus();
      box.current?.select();
    },
  });
  return box;
}
