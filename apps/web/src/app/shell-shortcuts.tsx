import { Suspense, lazy, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { openComposer } from '../lib/composer-request.ts';
import { useKeys } from '../lib/page-keys.ts';
import { paths } from '../lib/paths.ts';
import { searchBoxState } from '../lib/search-box.ts';

const KeyList = lazy(async () => ({
  default: (await import('../ui/layout/key-list.tsx')).KeyList,
}));

/** The keys that work on every screen, and the list of all keys. */
export function ShellShortcuts() {
  const [isListOpen, setIsListOpen] = useState(false);
  const [wasListOpened, setWasListOpened] = useState(false);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  useKeys({
    n: () => openComposer({ kind: 'thread' }),
    // The search screen has its own: the focus goes to the box that is there.
    ...(pathname !== paths.search && {
      '/': () => void navigate(paths.search, { state: searchBoxState }),
    }),
    '?': () => {
      setWasListOpened(true);
      setIsListOpen(true);
    },
  });
  if (!wasListOpened) return null;
  return (
    <Suspense>
      <KeyList isOpen={isListOpen} onClose={() => setIsListOpen(false)} />
    </Suspense>
  );
}
