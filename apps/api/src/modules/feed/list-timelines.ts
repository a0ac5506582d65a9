import type { MyThreadsPage } from '@skein/contracts/feed';
import type { Thread, ThreadPage } from '@skein/contracts/threads';
import type { Database } from '@skein/db';
import { isId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { folderNotFound } from '../bookmarks/index.ts';
import type { BookmarksModule } from '../bookmarks/index.ts';
import type { ListedThread, ThreadsModule } from '../threads/index.ts';
import { userNotFound } from '../users/index.ts';
import type { UsersModule } from '../users/index.ts';
import { bookmarkFolderTimeline, likesOrBookmarksTimeline } from './likes-and-bookmarks.queries.ts';
import { quotesTimeline } from './quotes.queries.ts';
import { readStats } from './stats.queries.ts';
import { readTimeline } from './timeline.ts';
import type { TimelineQuery } from './timeline.ts';
import { userTimeline } from './user-timeline.queries.ts';

// Lists of threads other than the feed. They throw ValidationError for a cursor of another list.

export interface UserThreadsQuery extends TimelineQuery {
  tab: 'threads' | 'replies' | 'media' | 'likes';
}

export interface EntriesQuery {
  /** `written`: threads, quotes and replies. `entries`: threads, quotes and reposts. */
  tab: 'written' | 'entries' | 'media';
  below: string | undefined;
  size: number;
}

export interface TimelinesDependencies {
  database: Database;
  users: Pick<UsersModule, 'requireVisibleAuthor'>;
  threads: Pick<ThreadsModule, 'list' | 'get'>;
  bookmarks: Pick<BookmarksModule, 'getFolder'>;
}

type Deps<Name extends keyof TimelinesDependencies> = Pick<TimelinesDependencies, Name>;

const tabs = { threads: 'entries', replies: 'replies', media: 'media' } as const;

export async function listOwnThreads(
  { database, threads }: Deps<'database' | 'threads'>,
  viewer: Viewer,
  query: TimelineQuery,
): Promise<MyThreadsPage> {
  const { userId } = viewer;
  const timeline = userTimeline('written', { viewerId: userId, userId });
  const page = await readTimeline(threads, viewer, timeline, query);
  return { ...page, stats: await readStats(database, userId) };
}

export async function listLiked(
  { threads }: Deps<'threads'>,
  viewer: Viewer,
  limit: number,
): Promise<Thread[]> {
  const { top, select } = likesOrBookmarksTimeline('likes', viewer.userId);
  const { listed } = await threads.list(viewer, select({ below: top, skip: 0, take: limit }));
  return listed.map(({ thread }) => thread);
}

export function listBookmarked(
  { threads }: Deps<'threads'>,
  viewer: Viewer,
  query: TimelineQuery,
): Promise<ThreadPage> {
  const timeline = likesOrBookmarksTimeline('bookmarks', viewer.userId);
  return readTimeline(threads, viewer, timeline, query);
}

/** @throws NotFoundError also for a folder of another user */
export async function listBookmarkFolder(
  { threads, bookmarks }: Deps<'threads' | 'bookmarks'>,
  viewer: Viewer,
  folderId: string,
  query: TimelineQuery,
): Promise<ThreadPage> {
  if (!isId(folderId)) throw folderNotFound();
  const timeline = bookmarkFolderTimeline(folderId, viewer.userId);
  const page = await readTimeline(threads, viewer, timeline, query);
  // Unknown folders and those of other users contain no bookmarks of the viewer.
  if (page.content.length === 0) await bookmarks.getFolder(viewer, folderId);
  return page;
}

/** @throws NotFoundError */
export async function listQuotes(
  { threads }: Deps<'threads'>,
  viewer: Viewer,
  threadId: string,
  query: TimelineQuery,
): Promise<ThreadPage> {
  const { id } = await threads.get(viewer, threadId);
  return readTimeline(threads, viewer, quotesTimeline(viewer.userId, id), query);
}

/**
 * Threads of a user with the keys that identify their entries, newest first, below a key.
 * @throws NotFoundError also when the viewer may not see the user's threads
 */
export async function listUserEntries(
  { users, threads }: Deps<'users' | 'threads'>,
  viewer: Viewer,
  idOrUsername: string,
  { tab, below, size }: EntriesQuery,
): Promise<ListedThread[]> {
  const userId = await users.requireVisibleAuthor(viewer, idOrUsername);
  const { top, select } = userTimeline(tab, { viewerId: viewer.userId, userId });
  const range = { below: below ?? top, skip: 0, take: size };
  return (await threads.list(viewer, select(range))).listed;
}

/** @throws NotFoundError also when the viewer may not see the user's threads */
export async function listUserThreads(
  { users, threads }: Deps<'users' | 'threads'>,
  viewer: Viewer,
  idOrUsername: string,
  { tab, ...query }: UserThreadsQuery,
): Promise<ThreadPage> {
  const userId = await users.requireVisibleAuthor(viewer, idOrUsername);
  const viewerId = viewer.userId;
  if (tab !== 'likes') {
    const timeline = userTimeline(tabs[tab], { viewerId, userId });
    return readTimeline(threads, viewer, timeline, query);
  }
  if (userId !== viewerId) throw userNotFound();
  return readTimeline(threads, viewer, likesOrBookmarksTimeline('likes', viewerId), query);
}
