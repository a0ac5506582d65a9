import type { FeedPage } from '@skein/contracts/threads';
import type { Locale } from '../../platform/messages.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { Announcements } from '../instance/index.ts';
import type { FeedModule } from './feed.module.ts';
import type { FeedQuery } from './list-feed.ts';

interface Dependencies {
  feed: Pick<FeedModule, 'list'>;
  announcements: Pick<Announcements, 'listNew'>;
}

/** The first page contains the announcements that the viewer has not dismissed. */
export async function listHomeFeed(
  { feed, announcements }: Dependencies,
  viewer: Viewer,
  query: FeedQuery,
  locale: Locale,
): Promise<FeedPage> {
  const isFirst = query.cursor === undefined && query.page === 0;
  const [page, newAnnouncements] = await Promise.all([
    feed.list(viewer, query),
    isFirst ? announcements.listNew(viewer, locale) : null,
  ]);
  return { ...page, announcements: newAnnouncements };
}
