import { profileImageMaxBytes, profilePictureWidthsPx } from '@skein/contracts/limits';
import type { ImageTarget } from './image-editor-dialog.tsx';

/** Requirements of the picture of a user or group. */
export const pictureTarget: ImageTarget = {
  aspectRatio: 1,
  isRound: true,
  sideMaxPx: profilePictureWidthsPx[0],
  maxBytes: profileImageMaxBytes,
};
