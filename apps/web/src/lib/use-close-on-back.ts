import { useEffect, useEffectEvent } from 'react';

const mark = 'isLayer';

/** What asks each open layer to close, the topmost last. */
const layers: (() => void)[] = [];
let isLeavingEntry = false;

/**
 * Lets the browser's Back close a dialog or another layer over the page, as on phones everybody
 * expects. One entry of the history stands for all open layers; it bears the state of the page's
 * entry, so that the router takes both for the same place.
 */
export function useCloseOnBack(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen) return undefined;
    const layer = () => close();
    layers.push(layer);
    settleSoon();
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      settleSoon();
    };
  }, [isOpen]);
}

window.addEventListener('popstate', () => {
  const isAskedToClose = !isLeavingEntry && !isOnLayerEntry();
  isLeavingEntry = false;
  if (isAskedToClose) layers.at(-1)?.();
  settleSoon();
});

/** After React has drawn what was asked for: a layer may stay, with a question on top of it. */
function settleSoon(): void {
  setTimeout(settle);
}

function settle(): void {
  const hasLayers = layers.length > 0;
  if (isLeavingEntry || hasLayers === isOnLayerEntry()) return;
  if (hasLayers) {
    window.history.pushState({ ...readState(), [mark]: true }, '');
  } else {
    isLeavingEntry = true;
    window.history.back();
  }
}

function isOnLayerEntry(): boolean {
  return readState()?.[mark] === true;
}

function readState(): Record<string, unknown> | null {
  // The router's object, or nothing; this app keeps no other kind of state.
  return window.history.state as Record<string, unknown> | null;
}
