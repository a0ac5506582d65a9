import { lazy, useState } from 'react';
import type { ComponentType } from 'react';

/** A screen in a chunk of its own. */
export function screen(load: () => Promise<ComponentType>) {
  let loaded: ComponentType | null = null;
  const loadOnce = async () => (loaded ??= await load());
  const Lazy = lazy(async () => ({ default: await loadOnce() }));
  /** What is there already is drawn at once: `lazy` alone would always suspend the first time. */
  function Screen() {
    const [Shown] = useState<ComponentType>(() => loaded ?? Lazy);
    return <Shown />;
  }
  return { load: loadOnce, Screen };
}
