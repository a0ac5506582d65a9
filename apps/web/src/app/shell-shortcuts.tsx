import { Suspense, lazy, useState } from 'react';
import { withMessages } from '../i18n/load-messages.ts';
import { openComposer } from '../lib/composer-request.ts';
import { useKeyboardShortcuts } from '../lib/keyboard-shortcuts.ts';
import { paths } from '../lib/paths.ts';
import { searchBoxState } from '../lib/search-box-state.ts';
import { navigate, useHistoryEntry } from '../lib/navigation.tsx';

const KeyboardShortcuts = lazy(async () => ({
  default: await withMessages(
    async () => (await import('../ui/layout/keyboard-shortcuts.tsx')).KeyboardShortcuts,
    'keys',
  ),
}));

/** The keyboard shortcuts of every page, and the list of all shortcuts. */
export function ShellShortcuts() {
  const [isListOpen, setIsListOpen] = useState(false);
  const [wasListOpened, setWasListOpened] = useState(false);
  const { pathname } = useHistoryEntry();
  useKeyboardShortcuts({
    n: () => openComposer({ kind: 'thread' }),
    // The search page has its own search box, which gets the focus.
    ...(pathname !== paths.search && {
      '/': () => navigate(paths.search, { state: searchBoxState }),
    }),
    '?': () => {
      setWasListOpened(true);
      setIsListOpen(true);
    },
  });
  if (!wasListOpened) return null;
  return (
    <Suspense>
      <KeyboardShortcuts isOpen={isListOpen} onClose={() => setIsListOpen(false)} />
    </Suspense>
  );
}
