import type { Viewer } from '../../platform/viewer.ts';
import type { Entry } from '../statuses/load-statuses.ts';
import type { Range } from '../pagination.ts';
import type { MastodonServices } from '../services.ts';

interface Filters {
  only_media: boolean;
  exclude_replies: boolean;
  exclude_reblogs: boolean;
}

/**
 * What a user has published. Mastodon lists posts, replies and reposts together; Skein has one list of
 * posts and replies, and one of posts and reposts, so both are read and merged.
 */
export async function listUserEntries(
  { timelines }: Pick<MastodonServices, 'timelines'>,
  viewer: Viewer,
  userId: string,
  filters: Filters,
  range: Range,
): Promise<Entry[]> {
  const read = (tab: 'written' | 'entries' | 'media') =>
    timelines.listEntries(viewer, userId, { tab, ...range });
  if (filters.only_media) return read('media');
  const lists = await Promise.all([
    ...(filters.exclude_replies && !filters.exclude_reblogs ? [] : [read('written')]),
    ...(filters.exclude_reblogs ? [] : [read('entries')]),
  ]);
  const byKey = new Map(lists.flat().map((entry) => [entry.key ?? entry.thread.id, entry]));
  const merged = [...byKey].toSorted(([a], [b]) => (a < b ? 1 : -1)).map(([, entry]) => entry);
  const isListed = ({ thread }: Entry) => !filters.exclude_replies || thread.threadLevel === 0;
  return merged.filter(isListed).slice(0, range.size);
}
