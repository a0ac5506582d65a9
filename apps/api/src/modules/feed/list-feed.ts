import type { ThreadPage } from '@skein/contracts/threads';
import type { Database } from '@skein/db';
import { invalidCursor } from '../../platform/cursor.ts';
import { highestId, isId, newId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { windowFor } from '../../platform/window-sizes.ts';
import type { CurrentSiteSettings } from '../instance/index.ts';
import { listNotFound } from '../lists/index.ts';
import type { ListsModule } from '../lists/index.ts';
import { fillPage } from '../threads/index.ts';
import type { ListedThread, ThreadList, ThreadsModule } from '../threads/index.ts';
import { selectAllFeed } from './all-feed.queries.ts';
import { decodeFeedCursor, encodeFeedCursor } from './feed-cursor.ts';
import type { FeedName, FeedPosition } from './feed-cursor.ts';
import { countSources, selectByLookups, selectByScan } from './following-feed.queries.ts';
import type { FeedSources } from './following-feed.queries.ts';

interface Dependencies {
  database: Database;
  threads: Pick<ThreadsModule, 'list'>;
  siteSettings: Pick<CurrentSiteSettings, 'current'>;
}

export interface FeedQuery {
  feed: FeedName;
  page: number;
  size: number;
  cursor?: string | undefined;
}

export interface FeedEntriesQuery {
  feed: FeedName;
  below: string | undefined;
  size: number;
}

/** The numbers of threads to skip and to return. */
interface PageRange {
  skip: number;
  take: number;
}

/** @throws ValidationError for a cursor of another list */
export async function listFeed(
  deps: Dependencies,
  viewer: Viewer,
  query: FeedQuery,
): Promise<ThreadPage> {
  const { feed, size, cursor } = query;
  const start = cursor === undefined ? getStart(feed) : decodePosition(feed, cursor);
  let { newestKey } = start;
  let skip = cursor === undefined ? query.page * size : 0;
  // One row more than the page shows whether there is a next page.
  const { listed, resumeKey } = await fillPage(size + 1, async (key, take) => {
    const position = { feed, below: key ?? start.below, newestKey };
    const slice = await readSlice(deps, viewer, position, { skip, take });
    ({ newestKey } = slice);
    skip = 0;
    return slice;
  });
  const last = listed.length <= size && resumeKey === null;
  const content = listed.slice(0, size);
  const below = listed.length > size ? content.at(-1)?.key : resumeKey;
  return {
    content: content.map(({ thread }) => thread),
    page: cursor === undefined ? query.page : null,
    size,
    last,
    nextCursor: last || !below ? null : encodeFeedCursor({ feed, below, newestKey }),
  };
}

/** The feed of a list of users. @throws NotFoundError also for a list of another user */
export async function listFeedOfList(
  { lists, ...deps }: Dependencies & { lists: Pick<ListsModule, 'get'> },
  viewer: Viewer,
  listId: string,
  query: Omit<FeedQuery, 'feed'>,
): Promise<ThreadPage> {
  if (!isId(listId)) throw listNotFound();
  const page = await listFeed(deps, viewer, { ...query, feed: `list:${listId}` });
  // Unknown lists and those of other users have no entries.
  if (page.content.length === 0) await lists.get(viewer, listId);
  return page;
}

/** Threads of a feed with their keys, newest first, below a key. */
export async function listFeedEntries(
  deps: Dependencies,
  viewer: Viewer,
  { feed, below, size }: FeedEntriesQuery,
): Promise<ListedThread[]> {
  const start = getStart(feed);
  const { listed } = await fillPage(size, (key, take) => {
    const position = { ...start, below: key ?? below ?? start.below };
    return readSlice(deps, viewer, position, { skip: 0, take });
  });
  return listed;
}

function getStart(feed: FeedName): FeedPosition {
  return { feed, below: highestId, newestKey: newId() };
}

function decodePosition(feed: FeedName, cursor: string): FeedPosition {
  const position = decodeFeedCursor(feed, cursor);
  if (position === null) throw invalidCursor();
  return position;
}

// Several entries may repost the same thread, and others are hidden. A second statement costs more than a
// window twice as large.
const followingWindows = [40, 80, 120, 240, 480, 2000, 10_200];
const entriesPerThread = 2;

interface FeedSlice extends Omit<ThreadList, 'continuation'> {
  newestKey: string;
}

function readSlice(
  deps: Dependencies,
  viewer: Viewer,
  start: FeedPosition,
  range: PageRange,
): Promise<FeedSlice> {
  const read = start.feed === 'all' ? readAllFeed : readFollowingFeed;
  return read(deps, viewer, start, range);
}

function getSources(feed: FeedName): FeedSources {
  return feed.startsWith('list:') ? { listId: feed.slice('list:'.length) } : 'follows';
}

async function readAllFeed(
  { threads, siteSettings }: Pick<Dependencies, 'threads' | 'siteSettings'>,
  viewer: Viewer,
  { below, newestKey }: FeedPosition,
  range: PageRange,
): Promise<FeedSlice> {
  const listsRemote = siteSettings.current().listsRemoteThreads;
  const source = selectAllFeed(viewer.userId, { below, ...range, listsRemote });
  const options = { filterContext: 'feeds', isInFeedLanguages: true } as const;
  return { ...(await threads.list(viewer, source, options)), newestKey };
}

// For a reader with this many followees, scanning the newest entries of all users finds a page. Looking
// up one followee costs as much as scanning eight entries.
const scanFromFollowees = 200;
const scannedPerFollowee = 8;
const scannedMax = 20_000;

/** Usually one statement for the threads; more if many entries of the window are hidden. */
async function readFollowingFeed(
  { database, threads }: Dependencies,
  viewer: Viewer,
  position: FeedPosition,
  range: PageRange,
): Promise<FeedSlice> {
  const slice: FeedSlice = {
    listed: [],
    readCount: 0,
    lastKey: null,
    newestKey: position.newestKey,
  };
  const { userId } = viewer;
  const sources = getSources(position.feed);
  const { actors, followsHashtags } = await countSources(
    database,
    userId,
    sources,
    scannedMax / scannedPerFollowee,
  );
  let isScanning = actors >= scanFromFollowees;
  let { below } = position;
  let { skip, take } = range;
  let window = windowFor(entriesPerThread * (skip + take), followingWindows);
  for (;;) {
    const { newestKey } = slice;
    const options = { below, newestKey, window, skip, take, followsHashtags };
    const source = isScanning
      ? selectByScan(userId, sources, options, scannedPerFollowee * actors)
      : selectByLookups(userId, sources, options);
    const part = await threads.list(viewer, source, { hasReasons: true, filterContext: 'feeds' });
    const { listed, continuation } = part;
    slice.listed.push(...listed);
    slice.readCount += part.readCount;
    slice.lastKey = part.lastKey ?? slice.lastKey;
    // The clock of another server may be ahead.
    const newest = listed[0]?.key;
    if (newest && newest > newestKey) slice.newestKey = newest;
    if (continuation === null) return slice;
    if (isScanning && continuation.key === below.toLowerCase()) {
      isScanning = false;
      continue;
    }
    below = continuation.key;
    skip = Math.max(0, skip - continuation.position);
    take -= part.readCount;
    window = windowFor(2 * window, followingWindows);
  }
}
