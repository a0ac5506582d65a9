import { screen } from './screen.tsx';

/** Known to the entry, which gets it ready, and to the routes of the signed-in, which show it. */
export const feed = screen(async () => (await import('../pages/feed/feed-page.tsx')).FeedPage);
