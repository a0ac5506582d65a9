import { useEffect, useEffectEvent } from 'react';
import { leaveLayerEntry } from './navigation.tsx';

const mark = 'isLayer';

/** The close handlers of the open layers, the topmost last. */
const layers: (() => void)[] = [];
let isLeavingEntry = false;

/**
 * Closes a dialog or another layer with the browser's Back, as users of phones expect. All open
 * layers share one history entry. It has the same state as the entry of the page, so that the router
 * sees no navigation.
 */
export function useCloseOnBack(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen) return undefined;
    const layer = () => close();
    layers.push(layer);
    scheduleSync();
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      scheduleSync();
    };
  }, [isOpen]);
}

window.addEventListener('popstate', () => {
  const shouldClose = !isLeavingEntry && !isOnLayerEntry();
  isLeavingEntry = false;
  if (shouldClose) layers.at(-1)?.();
  scheduleSync();
});

/** After React has rendered: a layer may stay open, under a confirm dialog. */
function scheduleSync(): void {
  setTimeout(syncHistory);
}

function syncHistory(): void {
  const hasLayers = layers.length > 0;
  if (isLeavingEntry || hasLayers === isOnLayerEntry()) return;
  if (hasLayers) {
    window.history.pushState({ ...readState(), [mark]: true }, '');
  } else {
    isLeavingEntry = true;
    leaveLayerEntry();
  }
}

function isOnLayerEntry(): boolean {
  return readState()?.[mark] === true;
}

function readState(): Record<string, unknown> | null {
  // Only the router sets the state: an object or null.
  return window.history.state as Record<string, unknown> | null;
}
