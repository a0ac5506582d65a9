import type { MouseEvent } from 'react';

/** Two clicks within this time are a double click, also those of touch screens and assistive technology. */
const doubleClickMs = 300;
const lastClicks = new WeakMap<EventTarget, number>();

/**
 * A click handler that ignores the later clicks of a double click: they must not undo or repeat what
 * the first one did, nor act on the row that has moved to its place.
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
