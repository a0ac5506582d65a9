import { Suspense, lazy, useState } from 'react';
import { openComposer } from '../../../lib/composer-request.ts';
import { useKeys } from '../../../lib/page-keys.ts';

const KeyList = lazy(async () => ({ default: (await import('./key-list.tsx')).KeyList }));

/** The feed's keys that do not depend on its cards, and the list of them all. */
export function FeedShortcuts() {
  const [isListOpen, setIsListOpen] = useState(false);
  const [wasListOpened, setWasListOpened] = useState(false);
  useKeys({
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
