import { useRef } from 'react';
import type { MouseEvent, PointerEvent } from 'react';

const delayMs = 450;
/** The click that ends a press arrives within this time after the finger is lifted. */
const clickDelayMs = 300;

/** Opens something after a long press or, with `startHover`, after hovering. */
export function useLongPress(open: (anchor: HTMLElement, isHover: boolean) => void) {
  const timer = useRef(0);
  /** Whether the current press has opened it: the click that ends the press must do nothing. */
  const hasOpened = useRef(false);
  const cancel = () => clearTimeout(timer.current);
  const end = () => {
    cancel();
    timer.current = window.setTimeout(() => {
      hasOpened.current = false;
    }, clickDelayMs);
  };
  const start = ({ currentTarget, pointerType }: PointerEvent<HTMLElement>) => {
    cancel();
    hasOpened.current = false;
    timer.current = window.setTimeout(() => {
      hasOpened.current = true;
      open(currentTarget, pointerType === 'mouse');
    }, delayMs);
  };
  return {
    cancel,
    startHover: start,
    hasOpened: () => hasOpened.current,
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        hasOpened.current = false;
        if (event.pointerType !== 'mouse') start(event);
      },
      onPointerUp: end,
      onPointerLeave: end,
      onPointerCancel: end,
      onContextMenu: (event: MouseEvent) => event.preventDefault(),
    },
  };
}
