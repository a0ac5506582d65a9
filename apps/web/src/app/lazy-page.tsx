import { lazy, useState } from 'react';
import type { ComponentType } from 'react';
import type { PageLoader } from './page-loader.ts';

const resetFailed: (() => void)[] = [];

/** Allows another attempt for pages that could not be loaded, because `lazy` caches a failure. */
export function retryLazyPages(): void {
  for (const reset of resetFailed) reset();
}

/** A component that loads its page when it is rendered. */
export function lazyPage({ load, getLoaded }: PageLoader): ComponentType {
  const createLazy = () => lazy(async () => ({ default: await load() }));
  let Lazy = createLazy();
  resetFailed.push(() => {
    Lazy = createLazy();
  });
  /** Renders a loaded page at once; `lazy` alone would always suspend the first time. */
  return function LazyPage() {
    const [Page] = useState<ComponentType>(() => getLoaded() ?? Lazy);
    return <Page />;
  };
}
