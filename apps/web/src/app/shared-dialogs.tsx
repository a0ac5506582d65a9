import { useLocation, useNavigate } from 'react-router-dom';
import { EarlyKeys } from '../features/composer/dialogs/early-keys.tsx';
import { loadComposerDialog } from '../features/composer/dialogs/load-composer-dialog.ts';
import { LazyOverlay } from '../ui/layout/lazy-overlay.tsx';
import { withMessages } from '../i18n/load-messages.ts';
import { useDialogs, useOpenDialogs } from '../lib/dialogs.tsx';
import { useKeyboardShortcuts } from '../lib/keyboard-shortcuts.ts';
import { paths } from '../lib/paths.ts';
import { searchBoxState } from '../lib/search-box-state.ts';

const loadReportDialog = () =>
  withMessages(
    async () => ({
      default: (await import('../features/moderation/report/report-dialog.tsx')).ReportDialog,
    }),
    'users',
    'overlays',
  );

const loadShellDialogs = () =>
  withMessages(
    async () => ({ default: (await import('./shell-dialogs.tsx')).ShellDialogs }),
    'keys',
    'overlays',
    'pending',
    'accounts',
  );

/** The dialogs of every page, and the keyboard shortcuts that open them. */
export function SharedDialogs() {
  const { openComposer, openReport, openShellDialog } = useDialogs();
  const { composer, report, shellDialog } = useOpenDialogs();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  useKeyboardShortcuts({
    n: () => openComposer({ kind: 'thread' }),
    // The search page has its own search box, which gets the focus.
    ...(pathname !== paths.search && {
      '/': () => void navigate(paths.search, { state: searchBoxState }),
    }),
    '?': () => openShellDialog({ kind: 'shortcuts' }),
    'Mod+k': () => openShellDialog({ kind: 'commands', focused: document.activeElement }),
  });
  return (
    <>
      <EarlyKeys
        isOpen={composer !== null && composer.kind !== 'drafts'}
        onClose={() => openComposer(null)}
      />
      <LazyOverlay
        request={composer}
        load={loadComposerDialog}
        onClose={() => openComposer(null)}
      />
      <LazyOverlay request={report} load={loadReportDialog} onClose={() => openReport(null)} />
      <LazyOverlay
        request={shellDialog}
        load={loadShellDialogs}
        onClose={() => openShellDialog(null)}
      />
    </>
  );
}
