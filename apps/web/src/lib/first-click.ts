import type { MouseEvent } from 'react';

/** `event.detail` does not count the clicks of touch screens and assistive technology; the time does. */
const doubleClickMs = 300;
const lastClicks = new WeakMap<EventTarget, number>();

/**
 * A click handler that ignores the later clicks of a double click: they must not undo or repeat the
 * first one, or activate the row that has moved under the pointer.
 */
export function firstClick<Target extends Element>(handle: (event: MouseEvent<Target>) => void) {
  return (event: MouseEvent<Target>): void => {
    const { currentTarget, detail } = event;
    const now = performance.now();
    const last = lastClicks.get(currentTarget) ?? -Infinity;
    lastClicks.set(currentTarget, now);
    if (detail <= 1 && now - last >= doubleClickMs) handle(event);
  };
}
