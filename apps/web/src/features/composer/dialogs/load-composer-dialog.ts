import { preloader } from '../../../lib/preloader.ts';
import { loadUpload } from '../../../api/index.ts';
import { withMessages } from '../../../i18n/load-messages.ts';

/** Loads the upload code too, so that posting after a lost connection fails with a message. */
export async function loadComposerDialog() {
  const [Dialog] = await Promise.all([
    withMessages(
      async () => ({ default: (await import('./composer-dialog.tsx')).ComposerDialog }),
      'composer',
    ),
    loadUpload(),
  ]);
  return Dialog;
}

/** Call this when the user is about to open the composer, for example on hover. */
export const preloadComposer = preloader(loadComposerDialog);
