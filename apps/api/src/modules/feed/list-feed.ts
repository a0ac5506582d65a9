import type { ThreadPage } from '@skein/contracts/threads';
import { invalidCursor } from '../../platform/cursor.ts';
import { highestId, newId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { nextWindow, windowFor } from '../../platform/window-sizes.ts';
import type { ListedThread, ThreadsModule } from '../threads/index.ts';
import { selectAll } from './all.queries.ts';
import { decodeFeedCursor, encodeFeedCursor } from './feed-cursor.ts';
import type { FeedPlace } from './feed-cursor.ts';
import { selectFollowing } from './following.queries.ts';

export interface FeedQuery {
  feed: 'all' | 'following';
  page: number;
  size: number;
  cursor?: string | undefined;
}

/** Threads to pass over, and then to give. */
interface Extent {
  skip: number;
  take: number;
}

/** @throws ValidationError for a cursor that is none of this feed's */
export async function listFeed(
  threads: Pick<ThreadsModule, 'list'>,
  viewer: Viewer,
  query: FeedQuery,
): Promise<ThreadPage> {
  const { feed, size, cursor } = query;
  const start = cursor === undefined ? topOf(feed) : placeOf(feed, cursor);
  // One more than the page tells whether it is the last.
  const extent = { skip: cursor === undefined ? query.page * size : 0, take: size + 1 };
  const read = feed === 'all' ? readAll : readFollowing;
  const { listed, began } = await read(threads, viewer, start, extent);
  const last = listed.length <= size;
  const content = listed.slice(0, size);
  const below = content.at(-1)?.key;
  return {
    content: content.map(({ thread }) => thread),
    page: cursor === undefined ? query.page : null,
    size,
    last,
    nextCursor: last || !below ? null : encodeFeedCursor({ feed, below, began }),
  };
}

function topOf(feed: FeedPlace['feed']): FeedPlace {
  return { feed, below: highestId, began: newId() };
}

function placeOf(feed: FeedPlace['feed'], cursor: string): FeedPlace {
  const place = decodeFeedCursor(feed, cursor);
  if (place === null) throw invalidCursor();
  return place;
}

interface Reading {
  listed: ListedThread[];
  began: string;
}

async function readAll(
  threads: Pick<ThreadsModule, 'list'>,
  viewer: Viewer,
  { below, began }: FeedPlace,
  extent: Extent,
): Promise<Reading> {
  const source = selectAll(viewer.userId, { below, ...extent });
  const { listed } = await threads.list(viewer, source);
  return { listed, began };
}

/** Nearly always one statement; more where much of what the window held is not shown. */
async function readFollowing(
  threads: Pick<ThreadsModule, 'list'>,
  viewer: Viewer,
  place: FeedPlace,
  extent: Extent,
): Promise<Reading> {
  const reading: Reading = { listed: [], began: place.began };
  let { below } = place;
  let { skip, take } = extent;
  let window = windowFor(skip + take);
  for (;;) {
    const { began } = reading;
    const source = selectFollowing(viewer.userId, { below, began, window, skip, take });
    const { listed, mark } = await threads.list(viewer, source);
    reading.listed.push(...listed);
    // Another server's clock may be ahead of this one's.
    const newest = listed[0]?.key;
    if (newest && newest > began) reading.began = newest;
    if (mark === null) return reading;
    below = mark.key;
    skip = Math.max(0, skip - mark.position);
    take -= listed.length;
    window = nextWindow(window);
  }
}
