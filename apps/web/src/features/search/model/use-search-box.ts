import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { useKeys } from '../../../lib/page-keys.ts';
import { searchBoxState } from '../../../lib/search-box.ts';

/** A ref for the search box, which gets the focus by its key, or because one came to write in it. */
export function useSearchBox() {
  const box = useRef<HTMLInputElement>(null);
  const location = useLocation();
  const isWanted = location.state === searchBoxState;
  useEffect(() => {
    if (isWanted) box.current?.focus();
  }, [isWanted, location.key]);
  useKeys({
    '/': () => {
      box.current?.focus();
      box.current?.select();
    },
  });
  return box;
}
