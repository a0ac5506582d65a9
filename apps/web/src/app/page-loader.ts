import type { ComponentType } from 'react';
import { withMessages } from '../i18n/load-messages.ts';
import type { WebCatalogName } from '../i18n/load-messages.ts';

export interface PageLoader {
  load: () => Promise<ComponentType>;
  /** The page, once it has been loaded. */
  getLoaded: () => ComponentType | null;
}

/** Loads a page with its messages once; a failed attempt is repeated with the next call. */
export function pageLoader(
  importPage: () => Promise<ComponentType>,
  ...catalogs: readonly WebCatalogName[]
): PageLoader {
  let loaded: ComponentType | null = null;
  return {
    load: async () => (loaded ??= await withMessages(importPage, ...catalogs)),
    getLoaded: () => loaded,
  };
}
