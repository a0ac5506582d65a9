import type { ComponentType } from 'react';

export interface PageLoader {
  load: () => Promise<ComponentType>;
  /** The page, once it has been loaded. */
  getLoaded: () => ComponentType | null;
}

/** Loads a page once; a failed attempt is repeated with the next call. */
export function pageLoader(load: () => Promise<ComponentType>): PageLoader {
  let loaded: ComponentType | null = null;
  return {
    load: async () => (loaded ??= await load()),
    getLoaded: () => loaded,
  };
}
