import { Suspense, lazy, useState } from 'react';
import type { CSSProperties } from 'react';
import type { Media } from '@skein/contracts/media';
import { t } from '../../../lib/i18n/index.ts';
import { layoutMedia, singlePictureRatio } from '../model/media-layout.ts';
import type { MediaCell } from '../model/media-layout.ts';
import { AltMark } from './alt-mark.tsx';
import { Picture } from './picture.tsx';

const Lightbox = lazy(async () => {
  const { Lightbox: component } = await import('./lightbox.tsx');
  return { default: component };
});

// The column is 600 px wide at most; the avatar and the paddings take 84 px of it.
const columnSizes = '(min-width: 640px) 516px, calc(100vw - 84px)';
const halfColumnSizes = '(min-width: 640px) 258px, calc(50vw - 42px)';

const singleMaxHeightRem = 30;
const groupStyle: CSSProperties = { aspectRatio: 16 / 10 };

/** The pictures of a thread: a click shows them large. Broken ones are hidden. */
export function MediaGrid({ media }: { media: Media[] }) {
  const [brokenIds, setBrokenIds] = useState<readonly string[]>([]);
  const [openIndex, setOpenIndex] = useState<number | null>(null);
  const pictures = media.filter(
    ({ id, mediaType }) => mediaType === 'image' && !brokenIds.includes(id),
  );
  const [first] = pictures;
  if (!first) return null;

  const isSingle = pictures.length === 1;
  const { cells, hiddenCount } = layoutMedia(pictures.length);
  return (
    <>
      <div
        className="mt-2.5 grid grid-cols-2 grid-rows-2 gap-0.5 overflow-hidden rounded-lg border border-line"
        style={isSingle ? singleStyle(first) : groupStyle}
      >
        {pictures.slice(0, cells.length).map((picture, index) => (
          <div
            key={picture.id}
            className="relative min-h-0 bg-sunken"
            style={cellStyle(cells[index])}
          >
            <button
              type="button"
              className="absolute inset-0 cursor-zoom-in focus-visible:-outline-offset-3"
              aria-label={openLabel(picture, index, pictures.length)}
              aria-haspopup="dialog"
              onClick={() => setOpenIndex(index)}
            >
              <Picture
                media={picture}
                sizes={isSingle ? columnSizes : halfColumnSizes}
                onBroken={() => setBrokenIds((ids) => [...ids, picture.id])}
              />
              {hiddenCount > 0 && index === cells.length - 1 && (
                <span className="absolute inset-0 grid place-items-center bg-overlay/80 text-2xl font-semibold text-on-overlay">
                  {t('media.more', { count: hiddenCount })}
                </span>
              )}
            </button>
            {picture.altText && <AltMark text={picture.altText} />}
          </div>
        ))}
      </div>
      {openIndex !== null && (
        <Suspense>
          <Lightbox pictures={pictures} startIndex={openIndex} onClose={() => setOpenIndex(null)} />
        </Suspense>
      )}
    </>
  );
}

/** Reserves the very box before the picture is there; a high one gets narrower, not cut. */
function singleStyle({ width, height }: Media): CSSProperties {
  const ratio = singlePictureRatio(width, height);
  return { aspectRatio: ratio, width: `min(100%, ${singleMaxHeightRem * ratio}rem)` };
}

function cellStyle(cell: MediaCell | undefined): CSSProperties {
  return { gridColumn: `span ${cell?.columnSpan ?? 1}`, gridRow: `span ${cell?.rowSpan ?? 1}` };
}

function openLabel({ altText }: Media, index: number, total: number): string {
  const place = { number: index + 1, total };
  return altText
    ? t('media.openDescribed', { ...place, description: altText })
    : t('media.open', place);
}
