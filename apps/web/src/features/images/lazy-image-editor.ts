import { withMessages } from '../../i18n/load-messages.ts';
import { lazyComponent } from '../../lib/lazy-component.tsx';

/** The dialog that crops and rotates an image. It is loaded with its first use. */
export const LazyImageEditorDialog = lazyComponent(() =>
  withMessages(
    async () => (await import('./image-editor-dialog.tsx')).ImageEditorDialog,
    'attachments',
  ),
);
