import { profileImageMaxBytes, profilePictureWidthsPx } from '@skein/contracts/limits';
import { withMessages } from '../../i18n/load-messages.ts';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import type { ImageTarget } from './image-editor-dialog.tsx';

/** The dialog that crops and rotates an image. It is loaded with its first use. */
export const LazyImageEditorDialog = lazyComponent(() =>
  withMessages(
    async () => (await import('./image-editor-dialog.tsx')).ImageEditorDialog,
    'attachments',
  ),
);

/** Requirements of the picture of a user or group. */
export const pictureTarget: ImageTarget = {
  aspectRatio: 1,
  isRound: true,
  sideMaxPx: profilePictureWidthsPx[0],
  maxBytes: profileImageMaxBytes,
};
