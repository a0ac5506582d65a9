import { screen } from './screen.tsx';
import { withMessages } from '../i18n/load-messages.ts';

/** Known to the entry, which gets it ready, and to the routes of the signed-in, which show it. */
export const feed = screen(
  async () => (await withMessages(import('../pages/feed/feed-page.tsx'), 'threads')).FeedPage,
);
