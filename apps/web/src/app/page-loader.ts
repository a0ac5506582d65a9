import type { ComponentType } from 'react';
import { withMessages } from '../i18n/load-messages.ts';
import type { WebCatalogName } from '../i18n/load-messages.ts';
import { createLoader } from '../lib/loader.ts';
import type { Loader } from '../lib/loader.ts';

export type PageLoader = Loader<ComponentType>;

/** Loads a page with its messages. */
export function pageLoader(
  importPage: () => Promise<ComponentType>,
  ...catalogs: readonly WebCatalogName[]
): PageLoader {
  return createLoader(() => withMessages(importPage, ...catalogs));
}
