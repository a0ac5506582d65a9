import { Suspense, lazy, useState } from 'react';
import type { Media } from '@skein/contracts/media';
import { pictureSource } from './picture-source.ts';

// On its way while the pictures are: no first sight of a page waits for it.
const BlurhashCanvas = lazy(async () => ({
  default: (await import('./blurhash-canvas.tsx')).BlurhashCanvas,
}));

interface PictureProps {
  media: Media;
  /** How wide it is shown, as the `sizes` of an image. */
  sizes: string;
  /** Called once it is clear that there will be no picture. */
  onBroken?: () => void;
}

/** A picture that fills its parent's box, with its blurhash behind until it is loaded; none if it is broken. */
export function Picture({ media, sizes, onBroken }: PictureProps) {
  const [isLoaded, setIsLoaded] = useState(false);
  const [isBroken, setIsBroken] = useState(false);
  const { src, srcSet } = pictureSource(media);
  const { width, height, blurhash } = media;
  const ratio = width && height ? width / height : 1;
  if (isBroken) return null;
  const blur = blurhash !== null && !isLoaded && (
    <Suspense>
      <BlurhashCanvas hash={blurhash} ratio={ratio} />
    </Suspense>
  );
  if (src === null) return blur;
  return (
    <>
      {blur}
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
        onError={() => {
          setIsBroken(true);
          onBroken?.();
        }}
        className="absolute inset-0 size-full object-cover"
      />
    </>
  );
}
