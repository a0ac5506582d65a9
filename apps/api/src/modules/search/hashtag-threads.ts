import { hashtagUsesMax } from '@skein/contracts/limits';
import type { ThreadPage } from '@skein/contracts/threads';
import { z } from 'zod';
import { invalidCursor, decodeCursor, encodeCursor } from '../../platform/cursor.ts';
import { highestId, isId, lowestIdAt, timeOfId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { fillPage } from '../threads/index.ts';
import { nameCursor } from './cursor-name.ts';
import { gatherMatches } from './gather-matches.ts';
import type { Matches } from './gather-matches.ts';
import { selectInOrder } from './result-order.queries.ts';
import type { TagCombination } from './hashtags/tag.ts';
import type { GetShare } from './lexeme-shares.queries.ts';
import { quote } from './search-query.ts';
import { readSearchScope } from './search-scope.queries.ts';
import type { SearchDependencies } from './search-threads.ts';

export interface HashtagThreadsQuery {
  page: number;
  size: number;
  cursor?: string | undefined;
  /** Instead of a cursor: only threads with lower ids. */
  belowId?: string | undefined;
}

/** The visible use of a tag. */
export interface HashtagUse {
  /** At most `hashtagUsesMax`. */
  threadsCount: number;
  /** The creation times of the newest threads in milliseconds, at most `hashtagUsesMax`. */
  times: number[];
}

const version = 1;
const cursorSchema = z.tuple([z.literal(version), z.string(), z.string().refine(isId)]);

/**
 * Threads and replies with one of the tags `any`, all of `all` and none of `none`, newest first. Tags are in lower case,
 * without the hash.
 */
export async function listHashtagThreads(
  dependencies: SearchDependencies,
  viewer: Viewer,
  tags: TagCombination,
  { page, size, cursor, belowId }: HashtagThreadsQuery,
): Promise<ThreadPage> {
  const name = nameCursor('tag', nameTags(tags));
  const afterId = cursor === undefined ? (belowId ?? null) : decodePosition(name, cursor);
  let skip = afterId === null ? page * size : 0;
  // One row more than the page shows whether there is a next page.
  const { listed, resumeKey } = await fillPage(size + 1, async (key, take) => {
    const range = { tags, afterId: key ?? afterId, count: skip + take };
    const ids = (await gatherNewest(dependencies, viewer, range)).ids.slice(skip);
    skip = 0;
    const end = { readCount: ids.length, lastKey: ids.at(-1) ?? null };
    if (ids.length === 0) return { listed: [], ...end };
    const source = selectInOrder(viewer.userId, ids);
    const shown = await dependencies.threads.list(viewer, source, { filterContext: 'feeds' });
    return { listed: shown.listed, ...end };
  });
  const last = listed.length <= size && resumeKey === null;
  const content = listed.slice(0, size);
  const lastId = listed.length > size ? content.at(-1)?.thread.id : resumeKey;
  return {
    content: content.map(({ thread }) => thread),
    page: afterId === null ? page : null,
    size,
    last,
    nextCursor: last ? null : encodeCursor([version, name, lastId]),
  };
}

export async function readHashtagUse(
  dependencies: SearchDependencies,
  viewer: Viewer,
  tag: string,
): Promise<HashtagUse> {
  const tags = { any: [tag], all: [], none: [] };
  const limits = { tags, afterId: null, count: hashtagUsesMax };
  const { total, ids } = await gatherNewest(dependencies, viewer, limits);
  return { threadsCount: total, times: ids.map(timeOfId) };
}

async function gatherNewest(
  { database, lexemeShares }: SearchDependencies,
  { userId }: Viewer,
  { tags, afterId, count }: { tags: TagCombination; afterId: string | null; count: number },
): Promise<Matches> {
  const range = { fromId: lowestIdAt(0), belowId: highestId };
  const request = { ...range, afterId, from: [], names: [] };
  const [scope, getShare] = await Promise.all([
    readSearchScope(database, userId, request),
    lexemeShares(),
  ]);
  const filter = { ...range, query: toTagQuery(tags) };
  return gatherMatches(
    database,
    { viewerId: userId, ...scope, filter, share: estimateShare(tags, getShare) },
    { needed: count, keep: count, ranking: null },
  );
}

const toLexeme = (tag: string) => `#${tag}`;

/** The text of a `tsquery`. Exported for the query plan test. */
export function toTagQuery({ any, all, none }: TagCombination): string {
  const words = (tags: readonly string[]) => tags.map((tag) => quote(toLexeme(tag)));
  const one = any.length === 1 ? words(any) : [`(${words(any).join(' | ')})`];
  return [...one, ...words(all), ...words(none).map((word) => `!${word}`)].join(' & ');
}

/** As if tags were used independently, without regard to excluded ones. */
function estimateShare({ any, all }: TagCombination, getShare: GetShare): number {
  const shares = (tags: readonly string[]) => tags.map((tag) => getShare(toLexeme(tag)));
  return Math.min(
    shares(any).reduce((sum, share) => sum + share, 0),
    1,
    ...shares(all),
  );
}

/** For a single tag, the tag. */
function nameTags({ any, all, none }: TagCombination): string {
  return [...any, ...all.map((tag) => `&${tag}`), ...none.map((tag) => `!${tag}`)].join(' ');
}

function decodePosition(name: string, cursor: string): string {
  const [, list, afterId] = decodeCursor(cursorSchema, cursor) ?? [];
  if (afterId === undefined || list !== name) throw invalidCursor();
  return afterId;
}
