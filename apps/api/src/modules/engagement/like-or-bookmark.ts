import type { Database } from '@skein/db';
import { publishNotificationChanges } from '../../domain/events/publish-notification-changes.ts';
import { success } from '../../platform/results.ts';
import type { Bus } from '../../platform/events/bus.ts';
import { isId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { threadNotFound } from '../threads/index.ts';
import { toggleLikeOrBookmark } from './likes-and-bookmarks.repository.ts';
import { publishEngagement } from './publish-engagement.ts';

interface Dependencies {
  database: Database;
  bus: Pick<Bus, 'publish'>;
  isFederated: boolean;
}

/** Likes a thread, or removes the like. @throws NotFoundError */
export async function likeThread(
  deps: Dependencies,
  viewer: Viewer,
  threadId: string,
  on: boolean | undefined,
) {
  const { isOn: isLiked, count: likesCount } = await toggle(deps, viewer, threadId, {
    table: 'likes',
    on,
  });
  publishEngagement(deps.bus, viewer, threadId, { isLiked, likesCount });
  return { ...success(isLiked ? 'success.liked' : 'success.unliked'), isLiked, likesCount };
}

/** Bookmarks a thread, or removes the bookmark. @throws NotFoundError */
export async function bookmarkThread(
  deps: Dependencies,
  viewer: Viewer,
  threadId: string,
  on: boolean | undefined,
) {
  const { isOn } = await toggle(deps, viewer, threadId, { table: 'bookmarks', on });
  publishEngagement(deps.bus, viewer, threadId, { isBookmarked: isOn });
  const message = isOn ? 'success.bookmarked' : 'success.unbookmarked';
  return { ...success(message), isBookmarked: isOn };
}

async function toggle(
  { database, bus, isFederated }: Dependencies,
  { userId: viewerId }: Viewer,
  threadId: string,
  { table, on }: { table: 'likes' | 'bookmarks'; on: boolean | undefined },
): Promise<{ isOn: boolean; count: number }> {
  const toggled = isId(threadId)
    ? await toggleLikeOrBookmark(database, { table, viewerId, threadId, on, isFederated })
    : null;
  if (toggled === null) throw threadNotFound();
  publishNotificationChanges(bus, toggled.recipientIds);
  return { isOn: on ?? !toggled.isRemoved, count: toggled.count };
}
