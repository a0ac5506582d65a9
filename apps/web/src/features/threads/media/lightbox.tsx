import { useRef, useState } from 'react';
import type { KeyboardEvent, MouseEvent, PointerEvent } from 'react';
import { Dialog } from '@base-ui/react/dialog';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import X from 'lucide-react/icons/x';
import type { Media } from '@skein/contracts/media';
import { useCloseOnBack } from '../../../lib/use-close-on-back.ts';
import { t } from '../../../i18n/index.ts';
import { InlineVideo } from './inline-video.tsx';
import { Picture } from './picture.tsx';

interface LightboxProps {
  pictures: Media[];
  startIndex: number;
  onClose: () => void;
}

const swipeMinPx = 50;
const clickMaxPx = 10;
const minWidthPx = 256;
const buttonClass =
  'grid size-11 place-items-center rounded-full bg-overlay text-on-overlay hover:bg-on-overlay/20';

/** Shows one image or video at a time, with arrow keys, swipes and buttons to change it. */
export function Lightbox({ pictures, startIndex, onClose }: LightboxProps) {
  const [index, setIndex] = useState(startIndex);
  const picture = pictures[index];
  const lastIndex = pictures.length - 1;

  const showNext = (step: -1 | 1) => {
    setIndex((current) => Math.min(lastIndex, Math.max(0, current + step)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowRight') showNext(1);
    if (event.key === 'ArrowLeft') showNext(-1);
  };
  const gestures = useGestures(showNext, onClose);
  useCloseOnBack(true, onClose);

  if (!picture) return null;
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-50 bg-backdrop" />
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
            className="relative grid min-h-0 flex-1 touch-pan-y touch-pinch-zoom place-items-center px-2"
            {...gestures}
          >
            <EnlargedPicture key={picture.id} picture={picture} />
            {index > 0 && (
              <button
                type="button"
                className={`${buttonClass} absolute left-3`}
                aria-label={t('media.previous')}
                onClick={() => showNext(-1)}
              >
                <ChevronLeft aria-hidden="true" />
              </button>
            )}
            {index < lastIndex && (
              <button
                type="button"
                className={`${buttonClass} absolute right-3`}
                aria-label={t('media.next')}
                onClick={() => showNext(1)}
              >
                <ChevronRight aria-hidden="true" />
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

/** A swipe shows the next or previous item; a click outside of the item closes the lightbox. */
function useGestures(showNext: (step: -1 | 1) => void, onClose: () => void) {
  const pressX = useRef<number | null>(null);
  const distanceFromPress = (x: number) => x - (pressX.current ?? x);
  return {
    onPointerDown: ({ clientX }: PointerEvent) => {
      pressX.current = clientX;
    },
    onPointerUp: ({ clientX }: PointerEvent) => {
      const distance = distanceFromPress(clientX);
      if (Math.abs(distance) >= swipeMinPx) showNext(distance < 0 ? 1 : -1);
    },
    onPointerCancel: () => {
      pressX.current = null;
    },
    // Mouse swipes end with a click event too.
    onClick: ({ clientX, target, currentTarget }: MouseEvent) => {
      const isClick = Math.abs(distanceFromPress(clientX)) <= clickMaxPx;
      if (isClick && target === currentTarget) onClose();
    },
  };
}

/** As large as the viewport allows, but not larger than the original, except for tiny images. */
function EnlargedPicture({ picture }: { picture: Media }) {
  const { width, height } = picture;
  const ratio = width && height ? width / height : 1;
  return (
    <div
      className="relative max-h-full max-w-full select-none"
      style={{
        aspectRatio: ratio,
        // The bars above and below take at most 9 rem of the height.
        width: `min(100%, ${Math.max(minWidthPx, width ?? 1200)}px, calc((100dvh - 9rem) * ${ratio}))`,
      }}
    >
      {picture.mediaType === 'video' ? (
        <InlineVideo video={picture} onBroken={() => undefined} />
      ) : (
        <Picture media={picture} sizes="100vw" />
      )}
    </div>
  );
}
