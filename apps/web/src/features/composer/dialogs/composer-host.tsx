import { LazyOverlay } from '../../../ui/layout/lazy-overlay.tsx';
import { loadUpload } from '../../../api/index.ts';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { closeComposer, useComposerRequest } from '../../../lib/composer-request.ts';
import { withMessages } from '../../../i18n/load-messages.ts';

// Loads the upload code too, so that posting after a lost connection fails with a message.
const ComposerDialog = lazyComponent(async () => {
  const [Dialog] = await Promise.all([
    withMessages(async () => (await import('./composer-dialog.tsx')).ComposerDialog, 'composer'),
    loadUpload(),
  ]);
  return Dialog;
});

/** Renders the composer dialogs. The shell contains it once. */
export function ComposerHost() {
  return (
    <LazyOverlay request={useComposerRequest()} Layer={ComposerDialog} onClose={closeComposer} />
  );
}

/** Call this when the user is about to open the composer, for example on hover. */
export const preloadComposer = ComposerDialog.preload;
