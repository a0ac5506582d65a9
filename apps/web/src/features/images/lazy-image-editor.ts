import { withMessages } from '../../i18n/load-messages.ts';

/** The dialog that crops and rotates an image. It is loaded with its first use. */
export const loadImageEditorDialog = () =>
  withMessages(
    async () => ({ default: (await import('./image-editor-dialog.tsx')).ImageEditorDialog }),
    'attachments',
  );
