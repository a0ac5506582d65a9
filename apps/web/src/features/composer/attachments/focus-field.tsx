import type { Focus } from '@skein/contracts/media';
import { useId } from 'react';
import type { KeyboardEvent, MouseEvent } from 'react';
import { t } from '../../../i18n/index.ts';
import type { Attachment } from './attachments-reducer.ts';

const center: Focus = { x: 0, y: 0 };
const keyStep = 0.1;
const steps: Readonly<Record<string, Focus>> = {
  ArrowLeft: { x: -keyStep, y: 0 },
  ArrowRight: { x: keyStep, y: 0 },
  ArrowUp: { x: 0, y: keyStep },
  ArrowDown: { x: 0, y: -keyStep },
};

const round = (value: number) => Math.round(Math.min(1, Math.max(-1, value)) * 100) / 100;

/** Percent from the left and top edges. */
const toPercent = ({ x, y }: Focus) => ({
  left: Math.round((1 + x) * 50),
  top: Math.round((1 - y) * 50),
});

interface FocusFieldProps {
  attachment: Attachment;
  onChange: (focus: Focus) => void;
}

/** The point of a picture that crops keep: a click or the arrow keys move it. */
export function FocusField({ attachment, onChange }: FocusFieldProps) {
  const { file, focus = center } = attachment;
  const hintId = useId();
  const { left, top } = toPercent(focus);
  const move = (x: number, y: number) => onChange({ x: round(x), y: round(y) });
  const onClick = ({ currentTarget, clientX, clientY, detail }: MouseEvent<HTMLElement>) => {
    // A click by the keyboard has no position.
    if (detail === 0) return;
    const box = currentTarget.getBoundingClientRect();
    move((2 * (clientX - box.left)) / box.width - 1, 1 - (2 * (clientY - box.top)) / box.height);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    move(focus.x + step.x, focus.y + step.y);
  };
  const showPicture = (picture: HTMLImageElement | null) => {
    if (!picture) return undefined;
    if (!(file instanceof File)) {
      picture.src = file.media.posterUrl ?? file.media.variants[0]?.url ?? file.media.mediaUrl;
      return undefined;
    }
    const url = URL.createObjectURL(file);
    picture.src = url;
    return () => URL.revokeObjectURL(url);
  };
  return (
    <div className="mt-3">
      <p className="text-sm font-semibold">{t('composer.focus')}</p>
      <p id={hintId} className="text-sm text-muted">
        {t('composer.focusHint')}
      </p>
      <button
        type="button"
        aria-label={t('composer.focusAt', { left: String(left), top: String(top) })}
        aria-describedby={hintId}
        className="relative mt-2 block w-fit max-w-full cursor-crosshair overflow-hidden rounded-md"
        onClick={onClick}
        onKeyDown={onKeyDown}
      >
        <img ref={showPicture} alt="" draggable={false} className="block max-h-60 max-w-full" />
        <span
          aria-hidden
          className="pointer-events-none absolute size-6 -translate-x-1/2 -translate-y-1/2 rounded-full border-2 border-white shadow-[0_0_0_2px_black]"
          style={{ left: `${left}%`, top: `${top}%` }}
        />
      </button>
      <p role="status" className="sr-only">
        {attachment.focus && t('composer.focusAt', { left: String(left), top: String(top) })}
      </p>
    </div>
  );
}
