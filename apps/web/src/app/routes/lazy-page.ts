import type { ComponentType } from 'react';
import { withMessages } from '../../i18n/load-messages.ts';
import type { WebCatalogName } from '../../i18n/load-messages.ts';

/** The `lazy` function of a route: loads the page with its messages. */
export function lazyPage(
  importPage: () => Promise<ComponentType>,
  ...catalogs: readonly WebCatalogName[]
) {
  return async () => ({ Component: await withMessages(importPage, ...catalogs) });
}
