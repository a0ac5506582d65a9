import { useEffect, useEffectEvent, useLayoutEffect, useReducer, useState } from 'react';
import { firstInteraction } from '../../../lib/first-interaction.ts';
import { createLoader } from '../../../lib/loader.ts';
import type {
  InitialPosition,
  WindowVirtualizer,
  WindowVirtualizerOptions,
} from './window-virtualizer.ts';

const loader = createLoader(
  async () => (await import('./window-virtualizer.ts')).WindowVirtualizer,
);

interface VirtualizerStart {
  /** Whether the first items are not enough. */
  isNeeded: boolean;
  readPosition: () => InitialPosition;
}

/**
 * The virtualizer of a list. The first cards need none, so its code is loaded when the user scrolls
 * or reaches a list for the first time, or at once if it is needed. Null until then.
 */
export function useWindowVirtualizer(
  options: WindowVirtualizerOptions,
  { isNeeded, readPosition }: VirtualizerStart,
): WindowVirtualizer | null {
  // The virtualizer mutates itself behind a stable reference, which memoized code would miss.
  'use no memo';
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  const create = (Loaded: typeof WindowVirtualizer) => new Loaded(options, readPosition());
  const [virtualizer, setVirtualizer] = useState(() => {
    const Loaded = loader.getLoaded();
    return Loaded && create(Loaded);
  });
  const onLoad = useEffectEvent((Loaded: typeof WindowVirtualizer) =>
    setVirtualizer(create(Loaded)),
  );
  useEffect(() => {
    if (virtualizer) return undefined;
    let isMounted = true;
    void loadVirtualizer(isNeeded).then((Loaded) => {
      if (isMounted) onLoad(Loaded);
    });
    return () => {
      isMounted = false;
    };
  }, [virtualizer, isNeeded]);

  virtualizer?.update(options, rerender);
  useLayoutEffect(() => virtualizer?._didMount(), [virtualizer]);
  useLayoutEffect(() => virtualizer?._willUpdate());
  return virtualizer;
}

/** After a failure, the next interaction tries again. */
async function loadVirtualizer(isNeeded: boolean): Promise<typeof WindowVirtualizer> {
  if (!isNeeded) {
    await firstInteraction(['scroll', 'pointerover', 'focusin', 'pointerdown'], '[role=feed]');
  }
  return loader.load().catch(() => loadVirtualizer(false));
}
