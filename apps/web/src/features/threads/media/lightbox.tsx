import { useState } from 'react';
import type { KeyboardEvent, RefObject } from 'react';
import { Dialog } from '@base-ui/react/dialog';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import X from 'lucide-react/icons/x';
import type { Media } from '@skein/contracts/media';
import { classNames } from '../../../lib/class-names.ts';
import { useCloseOnBack } from '../../../lib/history-layers.tsx';
import { t } from '../../../i18n/index.ts';
import { useAnimation } from './animation.tsx';
import { InlineVideo } from './inline-video.tsx';
import { Picture } from './picture.tsx';
import { useViewerGestures } from './use-viewer-gestures.ts';
import { useZoom } from './use-zoom.ts';
import type { Point, Zoom } from './zoom.ts';

interface LightboxProps {
  pictures: Media[];
  startIndex: number;
  onClose: () => void;
}

const zoomStep = 1.5;
const panStepPx = 80;
const minWidthPx = 256;
const buttonClass =
  'grid size-11 place-items-center rounded-full bg-overlay text-on-overlay hover:bg-on-overlay/20';

const directions: ReadonlyMap<string, { x: -1 | 0 | 1; y: -1 | 0 | 1 }> = new Map([
  ['ArrowLeft', { x: -1, y: 0 }],
  ['ArrowRight', { x: 1, y: 0 }],
  ['ArrowUp', { x: 0, y: -1 }],
  ['ArrowDown', { x: 0, y: 1 }],
]);

/**
 * Shows one image or video at a time, with arrow keys, swipes and buttons to change it. Images are
 * zoomed with gestures or the keys + and -; then the arrow keys move them.
 */
export function Lightbox({ pictures, startIndex, onClose }: LightboxProps) {
  const [index, setIndex] = useState(startIndex);
  const picture = pictures[index];
  const lastIndex = pictures.length - 1;
  const isImage = picture?.mediaType === 'image';
  const { setViewer, box, zoom, ...zooming } = useZoom(isImage, picture?.width ?? 0);
  const { isZoomed, zoomBy, panBy, reset } = zooming;

  const showNext = (step: -1 | 1) => {
    reset();
    setIndex((current) => Math.min(lastIndex, Math.max(0, current + step)));
  };
  const onKeyDown = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
    if (ctrlKey || metaKey || altKey) return;
    if (key === '+' || key === '=') zoomBy(zoomStep);
    if (key === '-') zoomBy(1 / zoomStep);
    const direction = directions.get(key);
    if (direction && isZoomed) {
      panBy({ x: -direction.x * panStepPx, y: -direction.y * panStepPx });
    } else if (direction && direction.x !== 0) showNext(direction.x);
  };
  const { drag, handlers } = useViewerGestures({ ...zooming, onStep: showNext, onClose });
  useCloseOnBack(true, onClose);

  if (!picture) return null;
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        {/* Also above a dialog, which has a backdrop already. */}
        <Dialog.Backdrop forceRender className="fixed inset-0 z-50 bg-backdrop" />
        <Dialog.Popup
          className="fixed inset-0 z-50 flex flex-col text-on-overlay outline-none"
          onKeyDown={onKeyDown}
        >
          <div className="flex items-center justify-between p-2">
            <Dialog.Title
              className={lastIndex === 0 ? 'sr-only' : 'px-2 text-sm font-medium tabular-nums'}
              aria-live="polite"
            >
              {t('media.viewer', { number: index + 1, total: pictures.length })}
            </Dialog.Title>
            <Dialog.Close className={`${buttonClass} ml-auto`} aria-label={t('common.close')}>
              <X aria-hidden="true" />
            </Dialog.Close>
          </div>
          <div
            ref={setViewer}
            className={classNames(
              'relative grid min-h-0 flex-1 place-items-center overflow-hidden px-2',
              // Videos are magnified by the browser.
              isImage ? 'touch-none' : 'touch-pinch-zoom',
            )}
            {...handlers}
          >
            <EnlargedPicture key={picture.id} ref={box} picture={picture} zoom={zoom} drag={drag} />
            {index > 0 && (
              <button
                type="button"
                className={`${buttonClass} absolute left-3`}
                aria-label={t('media.previous')}
                onClick={() => showNext(-1)}
              >
                <ChevronLeft aria-hidden="true" className="size-6" />
              </button>
            )}
            {index < lastIndex && (
              <button
                type="button"
                className={`${buttonClass} absolute right-3`}
                aria-label={t('media.next')}
                onClick={() => showNext(1)}
              >
                <ChevronRight aria-hidden="true" className="size-6" />
              </button>
            )}
          </div>
          <Dialog.Description className="mx-auto max-h-28 min-h-12 w-full max-w-2xl overflow-y-auto px-4 py-3 text-center text-sm wrap-anywhere whitespace-pre-line">
            {picture.altText}
          </Dialog.Description>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface EnlargedPictureProps {
  ref: RefObject<HTMLDivElement | null>;
  picture: Media;
  zoom: Zoom;
  drag: Point | null;
}

/** As large as the viewport allows, but not larger than the original, except for tiny images. */
function EnlargedPicture({ ref, picture, zoom, drag }: EnlargedPictureProps) {
  const { width, height } = picture;
  const { isPaused, button } = useAnimation(picture);
  const ratio = width && height ? width / height : 1;
  return (
    <div
      ref={ref}
      className={classNames(
        'relative max-h-full max-w-full select-none',
        zoom.scale > 1 ? 'cursor-grab' : !drag && 'transition-transform',
      )}
      style={{
        transform: toTransform(zoom, drag),
        aspectRatio: ratio,
        // The bars above and below take at most 9 rem of the height.
        width: `min(100%, ${Math.max(minWidthPx, width ?? 1200)}px, calc((100dvh - 9rem) * ${ratio}))`,
      }}
    >
      {picture.mediaType === 'video' ? (
        <InlineVideo video={picture} onBroken={() => undefined} />
      ) : (
        <Picture
          media={picture}
          sizes={zoom.scale > 1 ? `${width ?? 0}px` : '100vw'}
          isPaused={isPaused}
        />
      )}
      {button}
    </div>
  );
}

function toTransform({ scale, x, y }: Zoom, drag: Point | null): string {
  return `translate(${x + (drag?.x ?? 0)}px, ${y + (drag?.y ?? 0)}px) scale(${scale})`;
}
