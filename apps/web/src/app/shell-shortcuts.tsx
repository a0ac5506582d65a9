import { useLocation, useNavigate } from 'react-router-dom';
import { LazyOverlay } from '../ui/layout/lazy-overlay.tsx';
import { withMessages } from '../i18n/load-messages.ts';
import { openComposer } from '../lib/composer-request.ts';
import { useKeyboardShortcuts } from '../lib/keyboard-shortcuts.ts';
import { paths } from '../lib/paths.ts';
import { searchBoxState } from '../lib/search-box-state.ts';
import {
  closeShellDialog,
  openCommands,
  openShellDialog,
  useShellDialog,
} from '../lib/shell-dialog.ts';

const loadShellDialogs = () =>
  withMessages(
    async () => ({ default: (await import('./shell-dialogs.tsx')).ShellDialogs }),
    'keys',
    'overlays',
    'pending',
  );

/** The keyboard shortcuts of every page, and the dialogs that they open. */
export function ShellShortcuts() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  useKeyboardShortcuts({
    n: () => openComposer({ kind: 'thread' }),
    // The search page has its own search box, which gets the focus.
    ...(pathname !== paths.search && {
      '/': () => void navigate(paths.search, { state: searchBoxState }),
    }),
    '?': () => openShellDialog({ kind: 'shortcuts' }),
    'Mod+k': openCommands,
  });
  return (
    <LazyOverlay request={useShellDialog()} load={loadShellDialogs} onClose={closeShellDialog} />
  );
}
