import { bannerWidthsPx, profilePictureWidthsPx } from '@skein/contracts/limits';

/** URL of the largest size of a profile picture; null if there is none. */
export function toPictureUrl(pictureKey: string | null): string | null {
  return toUrl(pictureKey, profilePictureWidthsPx[0]);
}

/** URL of the largest size of a profile banner; null if there is none. */
export function toBannerUrl(bannerKey: string | null): string | null {
  return toUrl(bannerKey, bannerWidthsPx[0]);
}

function toUrl(storageKey: string | null, widthPx: number): string | null {
  return storageKey === null ? null : `/media/${storageKey}/${widthPx}.webp`;
}
