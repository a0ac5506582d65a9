import { lazy, useState } from 'react';
import type { ComponentType } from 'react';

const retries: (() => void)[] = [];

/** What once failed to load stays failed: this lets the next try ask for it anew. */
export function retryScreens(): void {
  for (const retry of retries) retry();
}

/** A screen in a chunk of its own. */
export function screen(load: () => Promise<ComponentType>) {
  let loaded: ComponentType | null = null;
  const loadOnce = async () => (loaded ??= await load());
  const makeLazy = () => lazy(async () => ({ default: await loadOnce() }));
  let Lazy = makeLazy();
  /** What is there already is drawn at once: `lazy` alone would always suspend the first time. */
  function Screen() {
    const [Shown] = useState<ComponentType>(() => loaded ?? Lazy);
    return <Shown />;
  }
  retries.push(() => {
    Lazy = makeLazy();
  });
  return { load: loadOnce, Screen };
}
