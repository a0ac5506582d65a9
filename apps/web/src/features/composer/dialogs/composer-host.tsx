import { preloader } from '../../../lib/preloader.ts';
import { LazyOverlay } from '../../../ui/layout/lazy-overlay.tsx';
import { loadUpload } from '../../../api/index.ts';
import { closeComposer, useComposerRequest } from '../../../lib/composer-request.ts';
import { withMessages } from '../../../i18n/load-messages.ts';

// Loads the upload code too, so that posting after a lost connection fails with a message.
const loadComposerDialog = async () => {
  const [Dialog] = await Promise.all([
    withMessages(
      async () => ({ default: (await import('./composer-dialog.tsx')).ComposerDialog }),
      'composer',
    ),
    loadUpload(),
  ]);
  return Dialog;
};

/** Renders the composer dialogs. The shell contains it once. */
export function ComposerHost() {
  return (
    <LazyOverlay request={useComposerRequest()} load={loadComposerDialog} onClose={closeComposer} />
  );
}

/** Call this when the user is about to open the composer, for example on hover. */
export const preloadComposer = preloader(loadComposerDialog);
