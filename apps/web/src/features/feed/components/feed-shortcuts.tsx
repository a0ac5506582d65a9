import { Suspense, lazy, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { openComposer } from '../../../lib/composer-request.ts';
import { useKeys } from '../../../lib/page-keys.ts';
import { paths } from '../../../lib/paths.ts';
import { searchBoxState } from '../../../lib/search-box.ts';

const KeyList = lazy(async () => ({ default: (await import('./key-list.tsx')).KeyList }));

/** The feed's keys that do not depend on its cards, and the list of them all. */
export function FeedShortcuts() {
  const [isListOpen, setIsListOpen] = useState(false);
  const [wasListOpened, setWasListOpened] = useState(false);
  const navigate = useNavigate();
  useKeys({
    '/': () => void navigate(paths.search, { state: searchBoxState }),
    n: () => openComposer({ kind: 'thread' }),
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
