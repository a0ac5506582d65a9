import { searchTotalMax } from '@skein/contracts/limits';
import type { ThreadPage } from '@skein/contracts/threads';
import type { Database } from '@skein/db';
import { z } from 'zod';
import { invalidCursor, decodeCursor, encodeCursor } from '../../platform/cursor.ts';
import { highestId, isId, lowestIdAt, timeOfId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { nameCursor } from './cursor-name.ts';
import { selectNewest } from './result-order.queries.ts';
import { gatherMatches } from './gather-matches.ts';
import type { MatchFilter } from './matches.queries.ts';
import { quote } from './search-query.ts';
import type { SearchDependencies } from './search-threads.ts';

export interface HashtagThreadsQuery {
  page: number;
  size: number;
  cursor?: string | undefined;
}

/** The visible use of a tag. */
export interface HashtagUse {
  /** At most `searchTotalMax`. */
  threadsCount: number;
  /** The creation times of the newest threads in milliseconds, at most `searchTotalMax`. */
  times: number[];
}

const version = 1;
const cursorSchema = z.tuple([z.literal(version), z.string(), z.string().refine(isId)]);

/** Threads and replies with a tag (lower case, without the hash), newest first. */
export async function listHashtagThreads(
  { database, threads }: SearchDependencies,
  viewer: Viewer,
  tag: string,
  { page, size, cursor }: HashtagThreadsQuery,
): Promise<ThreadPage> {
  const afterId = cursor === undefined ? null : decodePosition(tag, cursor);
  const skip = afterId === null ? page * size : 0;
  // One row more than the page shows whether there is a next page.
  const limits = { afterId, keep: skip + size + 1, isCounted: false };
  const { newest } = await gatherMatches(database, viewer.userId, withTag(tag), limits);
  const ids = newest.slice(skip);
  const { listed } =
    ids.length === 0
      ? { listed: [] }
      : await threads.list(viewer, selectNewest(viewer.userId, ids));
  const last = listed.length <= size;
  const content = listed.slice(0, size);
  return {
    content: content.map(({ thread }) => thread),
    page: afterId === null ? page : null,
    size,
    last,
    nextCursor: last
      ? null
      : encodeCursor([version, nameCursor('tag', tag), content.at(-1)?.thread.id]),
  };
}

export async function readHashtagUse(
  database: Database,
  viewer: Viewer,
  tag: string,
): Promise<HashtagUse> {
  const limits = { afterId: null, keep: searchTotalMax, isCounted: true };
  const { total, newest } = await gatherMatches(database, viewer.userId, withTag(tag), limits);
  return { threadsCount: total, times: newest.map(timeOfId) };
}

function withTag(tag: string): MatchFilter {
  return { query: quote(`#${tag}`), fromId: lowestIdAt(0), belowId: highestId };
}

function decodePosition(tag: string, cursor: string): string {
  const [, name, afterId] = decodeCursor(cursorSchema, cursor) ?? [];
  if (afterId === undefined || name !== nameCursor('tag', tag)) throw invalidCursor();
  return afterId;
}
