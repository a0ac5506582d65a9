import type { Media } from '@skein/contracts/media';

/** A picture with all its widths, as an `<img>` takes it. */
export interface PictureSource {
  src: string;
  srcSet: string | undefined;
}

export function pictureSource(media: Media): PictureSource {
  const widths = media.variants.map((variant) => `${variant.url} ${variant.width}w`);
  if (widths.length === 0) return { src: media.mediaUrl, srcSet: undefined };
  if (media.width !== null) widths.push(`${media.mediaUrl} ${media.width}w`);
  return { src: media.mediaUrl, srcSet: widths.join(', ') };
}
