import { useRef, useState } from 'react';
import type { KeyboardEvent, MouseEvent, PointerEvent } from 'react';
import { Dialog } from '@base-ui/react/dialog';
import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import type { Media } from '@skein/contracts/media';
import { useCloseOnBack } from '../../../lib/close-on-back.ts';
import { enViewer } from '../../../i18n/en-viewer.ts';
import { addMessages, t } from '../../../i18n/index.ts';
import { InlineVideo } from './inline-video.tsx';
import { Picture } from './picture.tsx';

addMessages(enViewer);

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

/** Pictures one at a time, as large as the window: arrow keys, swipes or buttons turn them. */
export function Lightbox({ pictures, startIndex, onClose }: LightboxProps) {
  const [index, setIndex] = useState(startIndex);
  const picture = pictures[index];
  const lastIndex = pictures.length - 1;

  const turn = (step: -1 | 1) => {
    setIndex((current) => Math.min(lastIndex, Math.max(0, current + step)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowRight') turn(1);
    if (event.key === 'ArrowLeft') turn(-1);
  };
  const stage = useStage(turn, onClose);
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
            {...stage}
          >
            <EnlargedPicture key={picture.id} picture={picture} />
            {index > 0 && (
              <button
                type="button"
                className={`${buttonClass} absolute left-3`}
                aria-label={t('media.previous')}
                onClick={() => turn(-1)}
              >
                <ChevronLeft aria-hidden="true" />
              </button>
            )}
            {index < lastIndex && (
              <button
                type="button"
                className={`${buttonClass} absolute right-3`}
                aria-label={t('media.next')}
                onClick={() => turn(1)}
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

/** What surrounds a picture: a swipe turns to the next one, a click beside the picture closes. */
function useStage(turn: (step: -1 | 1) => void, onClose: () => void) {
  const pressX = useRef<number | null>(null);
  const distanceFromPress = (x: number) => x - (pressX.current ?? x);
  return {
    onPointerDown: ({ clientX }: PointerEvent) => {
      pressX.current = clientX;
    },
    onPointerUp: ({ clientX }: PointerEvent) => {
      const distance = distanceFromPress(clientX);
      if (Math.abs(distance) >= swipeMinPx) turn(distance < 0 ? 1 : -1);
    },
    onPointerCancel: () => {
      pressX.current = null;
    },
    // Comes after every swipe with a mouse as well.
    onClick: ({ clientX, target, currentTarget }: MouseEvent) => {
      const isClick = Math.abs(distanceFromPress(clientX)) <= clickMaxPx;
      if (isClick && target === currentTarget) onClose();
    },
  };
}

/** As large as fits, but never larger than the picture is, unless that is tiny. */
function EnlargedPicture({ picture }: { picture: Media }) {
  const { width, height } = picture;
  const ratio = width && height ? width / height : 1;
  return (
    <div
      className="relative max-h-full max-w-full select-none"
      style={{
        aspectRatio: ratio,
        // Height is what the bars above and below leave: 9 rem of them at most.
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
