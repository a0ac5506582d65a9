import { profilePictureWidthsPx } from '@skein/contracts/limits';

const [largestPx] = profilePictureWidthsPx;

/** Address of a profile picture, or null for none. Smaller sizes lie beside it. */
export function toPictureUrl(pictureKey: string | null): string | null {
  return pictureKey === null ? null : `/media/${pictureKey}/${largestPx}.webp`;
}
