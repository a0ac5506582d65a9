import { useState } from 'react';
import type { Media } from '@skein/contracts/media';
import { pictureSource } from '../model/picture-source.ts';
import { BlurhashCanvas } from './blurhash-canvas.tsx';

interface PictureProps {
  media: Media;
  /** How wide it is shown, as the `sizes` of an image. */
  sizes: string;
  onBroken?: () => void;
}

/** A picture that fills its parent's box, with its blurhash behind until it is loaded. */
export function Picture({ media, sizes, onBroken }: PictureProps) {
  const [isLoaded, setIsLoaded] = useState(false);
  const { src, srcSet } = pictureSource(media);
  const { width, height, blurhash } = media;
  const ratio = width && height ? width / height : 1;
  return (
    <>
      {blurhash !== null && !isLoaded && <BlurhashCanvas hash={blurhash} ratio={ratio} />}
      {/* A lazy image has to know that before it knows its address. */}
      <img
        loading="lazy"
        decoding="async"
        sizes={sizes}
        srcSet={srcSet}
        src={src}
        width={width ?? undefined}
        height={height ?? undefined}
        alt={media.altText ?? ''}
        onLoad={() => setIsLoaded(true)}
        onError={onBroken}
        className="absolute inset-0 size-full object-cover"
      />
    </>
  );
}
