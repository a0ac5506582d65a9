import type { Announcement } from '@skein/contracts/instance';
import type { ThreadList } from '../threads/cache/thread-cache.ts';

/** The announcement that a feed shows: the latest one. They are part of the first page. */
export const firstAnnouncement = (list: ThreadList): Announcement | null =>
  list.pages[0]?.announcements?.[0] ?? null;

/** The list keeps its identity if nothing is removed. */
export function withoutAnnouncements(
  list: ThreadList,
  isRemoved: (announcement: Announcement) => boolean,
): ThreadList {
  const [first, ...rest] = list.pages;
  if (!first?.announcements?.some(isRemoved)) return list;
  const announcements = first.announcements.filter((each) => !isRemoved(each));
  return { ...list, pages: [{ ...first, announcements }, ...rest] };
}
