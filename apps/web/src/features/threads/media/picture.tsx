import { lazy, Suspense, useState } from 'react';
import type { Media } from '@skein/contracts/media';
import { toObjectPosition } from './object-position.ts';
import { classNames } from '../../../lib/class-names.ts';
import { isAnimation } from './animation.tsx';
import { isVeryTall } from './media-layout.ts';

// Loaded while the images load, so that it does not delay the first render.
const BlurhashCanvas = lazy(async () => ({
  default: (await import('./blurhash-canvas.tsx')).BlurhashCanvas,
}));

/** What is shown of an image or of a video's poster. */
type PictureFields =
  'mediaType' | 'mediaUrl' | 'posterUrl' | 'altText' | 'width' | 'height' | 'blurhash' | 'variants';
type PictureMedia = Pick<Media, PictureFields> & Partial<Pick<Media, 'focus'>>;

interface PictureProps {
  media: PictureMedia;
  /** The `sizes` attribute of the image. */
  sizes: string;
  /** Shows the first frame of an animation. */
  isPaused?: boolean;
  /** Called when the image fails to load. */
  onBroken?: () => void;
}

/** An image that fills its parent, with its blurhash behind it until it is loaded. Hidden if broken. */
export function Picture({ media, sizes, isPaused = false, onBroken }: PictureProps) {
  const [isLoaded, setIsLoaded] = useState(false);
  const [isBroken, setIsBroken] = useState(false);
  const { src, srcSet } = pictureSource(media, isPaused);
  const { width, height, blurhash } = media;
  const ratio = width && height ? width / height : 1;
  if (isBroken) return null;
  const placeholder = blurhash !== null && !isLoaded && (
    <Suspense>
      <BlurhashCanvas hash={blurhash} ratio={ratio} />
    </Suspense>
  );
  if (src === null) return placeholder;
  return (
    <>
      {placeholder}
      {/* `loading` must precede `src`, or the image loads eagerly. */}
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
        {...positionProps(media)}
      />
    </>
  );
}

/** Crops keep the focus. Without one, very tall pictures show their top. */
function positionProps({ focus, width, height }: PictureMedia) {
  const isTopShown = !focus && isVeryTall(width, height);
  return {
    className: classNames('absolute inset-0 size-full object-cover', isTopShown && 'object-top'),
    style: focus ? { objectPosition: toObjectPosition(focus) } : undefined,
  };
}

interface PictureSource {
  /** Null for a video without a poster. */
  src: string | null;
  srcSet: string | undefined;
}

/** An image with all its variants, or the poster of a video or a paused animation. */
function pictureSource(media: PictureMedia, isPaused: boolean): PictureSource {
  const isStill = media.mediaType === 'video' || (isPaused && isAnimation(media));
  if (isStill) return { src: media.posterUrl, srcSet: undefined };
  const candidates = media.variants.map((variant) => `${variant.url} ${variant.width}w`);
  if (candidates.length === 0) return { src: media.mediaUrl, srcSet: undefined };
  if (media.width !== null) candidates.push(`${media.mediaUrl} ${media.width}w`);
  return { src: media.mediaUrl, srcSet: candidates.join(', ') };
}
