import type { Media } from '@skein/contracts/media';

/** A picture with all its widths, as an `<img>` takes it; of a video, what shows before it plays. */
export interface PictureSource {
  /** Null of a video that nothing is known of but itself. */
  src: string | null;
  srcSet: string | undefined;
}

export function pictureSource(media: Media): PictureSource {
  if (media.mediaType === 'video') return { src: media.posterUrl, srcSet: undefined };
  const widths = media.variants.map((variant) => `${variant.url} ${variant.width}w`);
  if (widths.length === 0) return { src: media.mediaUrl, srcSet: undefined };
  if (media.width !== null) widths.push(`${media.mediaUrl} ${media.width}w`);
  return { src: media.mediaUrl, srcSet: widths.join(', ') };
}
