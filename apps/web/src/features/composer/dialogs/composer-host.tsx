import { LazyOverlay } from '../../../ui/layout/lazy-overlay.tsx';
import { loadUpload } from '../../../api/index.ts';
import { closeComposer, useComposerRequest } from '../../../lib/composer-request.ts';
import { withMessages } from '../../../i18n/load-messages.ts';

// Loads the upload code too, so that posting after a lost connection fails with a message.
const loadDialog = async () => {
  const [ComposerDialog] = await Promise.all([
    withMessages(async () => (await import('./composer-dialog.tsx')).ComposerDialog, 'composer'),
    loadUpload(),
  ]);
  return ComposerDialog;
};

/** Renders the composer dialogs. The shell contains it once. */
export function ComposerHost() {
  return <LazyOverlay request={useComposerRequest()} load={loadDialog} onClose={closeComposer} />;
}

/** Call this when the user is about to open the composer, for example on hover. */
export function preloadComposer(): void {
  loadDialog().catch(() => {
    // Opening the composer tries again.
  });
}
