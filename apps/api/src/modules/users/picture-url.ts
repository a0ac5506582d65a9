import { profilePictureWidthsPx } from '@skein/contracts/limits';

const [largestPx] = profilePictureWidthsPx;

/** URL of the largest size of a profile picture; null if there is none. */
export function toPictureUrl(pictureKey: string | null): string | null {
  return pictureKey === null ? null : `/media/${pictureKey}/${largestPx}.webp`;
}
