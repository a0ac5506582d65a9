import { lazy, Suspense, useId, useState } from 'react';
import type { CSSProperties } from 'react';
import type { Media } from '@skein/contracts/media';
import { t } from '../../../i18n/index.ts';
import {
  groupRatio,
  isVeryTall,
  layoutMedia,
  singlePictureMaxWidth,
  singlePictureRatio,
} from './media-layout.ts';
import type { MediaCell } from './media-layout.ts';
import type { VideoUse } from './video-use.ts';
import { pictureSizes } from './picture-sizes.ts';
import { useAnimation } from './animation.tsx';
import { AltBadge } from './alt-badge.tsx';
import { Picture } from './picture.tsx';

const Lightbox = lazy(async () => ({ default: (await import('./lightbox.tsx')).Lightbox }));

const InlineVideo = lazy(async () => ({
  default: (await import('./inline-video.tsx')).InlineVideo,
}));

const groupStyle: CSSProperties = { aspectRatio: groupRatio };

interface MediaGridProps {
  media: Media[];
  /** Absent before the thread is published. */
  threadId?: string;
}

/**
 * The images and videos of a thread. A click opens an image in the lightbox; a video plays inline.
 * Broken items are hidden.
 */
export function MediaGrid({ media, threadId }: MediaGridProps) {
  const { pictures, hide } = useUnbrokenMedia(media);
  const [openId, setOpenId] = useState<string | null>(null);
  const [isExpanded, setIsExpanded] = useState(false);
  const frameId = useId();
  const [first] = pictures;
  if (!first) return null;

  const isSingle = pictures.length === 1;
  const isTall = isSingle && first.mediaType === 'image' && isVeryTall(first.width, first.height);
  const { cells, hiddenCount } = layoutMedia(pictures.length);
  return (
    <>
      <div
        id={frameId}
        className="mt-2.5 grid grid-cols-2 grid-rows-2 gap-0.5 overflow-hidden rounded-lg border border-line"
        style={isSingle ? singleStyle(first, isTall && isExpanded) : groupStyle}
      >
        {pictures.slice(0, cells.length).map((picture, index) => (
          <div
            key={picture.id}
            className="relative min-h-0 bg-sunken"
            style={cellStyle(cells[index])}
          >
            <Cell
              picture={picture}
              usedBy={threadId === undefined ? undefined : { threadId }}
              label={openLabel(picture, pictures)}
              sizes={pictureSizes(picture, isSingle ? undefined : cells[index])}
              moreCount={index === cells.length - 1 ? hiddenCount : 0}
              onOpen={() => setOpenId(picture.id)}
              onBroken={() => hide(picture)}
            />
          </div>
        ))}
      </div>
      {isTall && (
        <button
          type="button"
          className="mt-1 min-h-6 pointer-coarse:min-h-10 text-sm font-medium text-accent hover:underline"
          aria-expanded={isExpanded}
          aria-controls={frameId}
          onClick={() => setIsExpanded(!isExpanded)}
        >
          {t(isExpanded ? 'thread.showLess' : 'media.showAll')}
        </button>
      )}
      {openId !== null && (
        <Suspense>
          <Lightbox
            pictures={pictures}
            startIndex={pictures.findIndex(({ id }) => id === openId)}
            onClose={() => setOpenId(null)}
          />
        </Suspense>
      )}
    </>
  );
}

/** The images and videos that have not failed to load. */
function useUnbrokenMedia(media: Media[]) {
  // The URLs are stored instead of ids, because a converted video replaces one that could not be played.
  const [brokenUrls, setBrokenUrls] = useState<ReadonlySet<string>>(new Set());
  const images = media.filter(({ mediaType }) => mediaType === 'image' || mediaType === 'video');
  return {
    pictures: images.filter(({ mediaUrl }) => !brokenUrls.has(mediaUrl)),
    hide: ({ mediaUrl }: Media) => setBrokenUrls((urls) => new Set(urls).add(mediaUrl)),
  };
}

interface CellProps {
  picture: Media;
  usedBy: VideoUse | undefined;
  label: string;
  sizes: string;
  /** The number of hidden items; shown on the last visible cell. */
  moreCount: number;
  onOpen: () => void;
  onBroken: () => void;
}

function Cell(props: CellProps) {
  const { picture, usedBy, onBroken } = props;
  // The last cell of a truncated grid opens the lightbox, even if it is a video.
  if (picture.mediaType === 'image' || props.moreCount > 0) return <PictureButton {...props} />;
  return (
    <Suspense fallback={<Picture media={picture} sizes={props.sizes} />}>
      <InlineVideo video={picture} usedBy={usedBy} onBroken={onBroken} />
    </Suspense>
  );
}

function PictureButton({ picture, label, sizes, moreCount, onOpen, onBroken }: CellProps) {
  const { isPaused, button } = useAnimation(picture);
  const isCovered = moreCount > 0;
  return (
    <>
      <button
        type="button"
        className="absolute inset-0 cursor-zoom-in focus-visible:-outline-offset-3"
        aria-label={label}
        aria-haspopup="dialog"
        onClick={onOpen}
      >
        <Picture
          media={picture}
          sizes={sizes}
          isPaused={isPaused || isCovered}
          onBroken={onBroken}
        />
        {isCovered && (
          <span className="absolute inset-0 grid place-items-center bg-overlay/80 text-2xl font-semibold text-on-overlay">
            {t('media.more', { count: moreCount })}
          </span>
        )}
      </button>
      {!isCovered && button}
      {picture.altText && <AltBadge text={picture.altText} />}
    </>
  );
}

/** Reserves the final size before the image loads. */
function singleStyle({ width, height }: Media, isExpanded: boolean): CSSProperties {
  if (isExpanded && width && height) {
    return { aspectRatio: width / height, width: `min(100%, ${width}px)` };
  }
  return {
    aspectRatio: singlePictureRatio(width, height),
    width: `min(100%, ${singlePictureMaxWidth(width, height)}px)`,
  };
}

function cellStyle(cell: MediaCell | undefined): CSSProperties {
  return { gridColumn: `span ${cell?.columnSpan ?? 1}`, gridRow: `span ${cell?.rowSpan ?? 1}` };
}

function openLabel(picture: Media, all: readonly Media[]): string {
  const { altText } = picture;
  const position = { number: all.indexOf(picture) + 1, total: all.length };
  return altText
    ? t('media.openDescribed', { ...position, description: altText })
    : t('media.open', position);
}
