import CircleAlert from 'lucide-react/icons/circle-exclamation-point';
import CircleCheck from 'lucide-react/icons/circle-check';
import Info from 'lucide-react/icons/info';
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point';
import X from 'lucide-react/icons/x';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { classNames } from '../lib/class-names.ts';
import { t } from '../i18n/index.ts';
import { toast, useToasts } from '../lib/toast.ts';
import type { Toast } from '../lib/toast.ts';

const looks = {
  success: { icon: CircleCheck, colour: 'text-success', bar: 'bg-success' },
  error: { icon: CircleAlert, colour: 'text-danger', bar: 'bg-danger' },
  warning: { icon: TriangleAlert, colour: 'text-warning', bar: 'bg-warning' },
  info: { icon: Info, colour: 'text-info', bar: 'bg-info' },
} as const;

const gapPx = 8;

/**
 * Shows the toasts of lib/toast, without covering the close button of a dialog. On phones, its content
 * begins below them. While one is hovered or focused, the timers of all are paused. They are outside of
 * the app's own element, which screen readers ignore while a dialog is open.
 */
export function Toasts() {
  const toasts = useToasts();
  const [isHovered, setIsHovered] = useState(false);
  const [isFocused, setIsFocused] = useState(false);
  const [heights, setHeights] = useState<ReadonlyMap<number, number>>(new Map());
  useReservedHeight(toasts.length === 0 ? 0 : sumHeights(toasts, heights) + gapPx);
  const close = (id: number) => {
    toast.dismiss(id);
    // An element that is removed under the pointer fires no `mouseleave` event.
    setIsHovered(false);
    setIsFocused(false);
  };
  return createPortal(
    // The listeners only pause the timers, so no keyboard equivalent is needed.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      aria-label={t('app.notices')}
      aria-live="polite"
      aria-relevant="additions"
      // Not `pointerenter`, which also fires for a toast that appears under a resting pointer.
      onPointerMove={() => setIsHovered(true)}
      onPointerLeave={() => setIsHovered(false)}
      onFocus={() => setIsFocused(true)}
      onBlur={() => setIsFocused(false)}
      className="pointer-events-none fixed inset-x-3 top-[calc(8vh+4rem)] z-60 ml-auto grid max-w-80 items-start max-sm:top-16 xl:top-3"
    >
      {toasts.map((shown, index) => (
        <ToastCard
          key={shown.id}
          toast={shown}
          // All share one grid cell and are translated, so that none shifts the layout.
          top={sumHeights(toasts.slice(0, index), heights)}
          onMeasure={(height) => setHeights((known) => new Map(known).set(shown.id, height))}
          isPaused={isHovered || isFocused}
          onClose={() => close(shown.id)}
        />
      ))}
    </section>,
    document.body,
  );
}

/** Sets the height that dialogs leave free on phones. */
function useReservedHeight(heightPx: number): void {
  useEffect(() => {
    const { style } = document.documentElement;
    style.setProperty('--toasts-height', `${heightPx}px`);
    return () => void style.removeProperty('--toasts-height');
  }, [heightPx]);
}

function sumHeights(toasts: readonly Toast[], heights: ReadonlyMap<number, number>): number {
  return toasts.reduce((sum, { id }) => sum + (heights.get(id) ?? 0) + gapPx, 0);
}

interface ToastCardProps {
  toast: Toast;
  top: number;
  onMeasure: (height: number) => void;
  isPaused: boolean;
  onClose: () => void;
}

function ToastCard({ toast: shown, top, onMeasure, isPaused, onClose }: ToastCardProps) {
  const { id, type, title, message, durationMs, action } = shown;
  const { icon: Icon, colour, bar } = looks[type];
  useEffect(() => {
    if (isPaused) return undefined;
    const timer = setTimeout(() => toast.dismiss(id), durationMs);
    return () => clearTimeout(timer);
  }, [id, durationMs, isPaused]);
  const card = useRef<HTMLDivElement>(null);
  const measure = useEffectEvent(onMeasure);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      const box = entry?.borderBoxSize[0];
      if (box) measure(box.blockSize);
    });
    if (card.current) observer.observe(card.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div
      ref={card}
      style={{ transform: `translateY(${top}px)` }}
      role={type === 'error' ? 'alert' : undefined}
      className="pointer-events-auto relative col-start-1 row-start-1 flex transition-transform animate-toast-in gap-3 overflow-hidden rounded-md bg-raised py-3 pr-2 pl-4 shadow-raised"
    >
      <span aria-hidden className={classNames('absolute inset-y-0 left-0 w-1', bar)} />
      <Icon size={20} aria-hidden className={classNames('mt-px shrink-0', colour)} />
      <div className="min-w-0 grow">
        <p className="font-semibold">{title}</p>
        {message !== null && <p className="text-muted">{message}</p>}
        {action && (
          <button
            type="button"
            className="finger mt-1 min-h-6 rounded-sm font-medium text-accent hover:underline"
            onClick={() => {
              onClose();
              action.onPress();
            }}
          >
            {action.label}
          </button>
        )}
      </div>
      <button
        type="button"
        aria-label={t('app.closeNotice')}
        onClick={onClose}
        className="finger -mt-1 inline-flex size-8 shrink-0 items-center justify-center rounded-full text-muted hover:bg-hover hover:text-ink"
      >
        <X size={16} aria-hidden />
      </button>
    </div>
  );
}
