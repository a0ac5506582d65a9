import { withMessages } from '../i18n/load-messages.ts';
import { pageLoader } from './page-loader.ts';

/** Used by the entry and by the routes. A separate file avoids an import cycle. */
export const feedLoader = pageLoader(
  async () => (await withMessages(import('../pages/feed/feed-page.tsx'), 'threads')).FeedPage,
);
