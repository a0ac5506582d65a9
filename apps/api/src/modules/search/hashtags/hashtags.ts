import type { FollowedHashtag, Hashtag } from '@skein/contracts/search';
import type { ThreadPage } from '@skein/contracts/threads';
import type { Database } from '@skein/db';
import { withValues } from '@skein/messages';
import type { Clock } from '../../../platform/clock.ts';
import { ConflictError, ValidationError } from '../../../platform/errors.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { SearchModule } from '../search.module.ts';
import { countDays } from './count-days.ts';
import {
  deleteTagFollow,
  insertTagFollow,
  isTagFollowed,
  listFollowedTags,
} from './follows.repository.ts';
import { hasPublicUse } from './suggestions.queries.ts';
import { isTag, toTag } from './tag.ts';
import type { TagCombination } from './tag.ts';

export interface HashtagDependencies {
  database: Database;
  search: Pick<SearchModule, 'listHashtagThreads' | 'readHashtagUse'>;
  clock: Clock;
}

export interface TaggedThreadsQuery {
  page: number;
  size: number;
  cursor?: string | undefined;
  belowId?: string | undefined;
  combination?: TagCombination | undefined;
}

const alone: TagCombination = { any: [], all: [], none: [] };
const unused = { threadsCount: 0, times: [] };

export async function getHashtag(
  { database, search, clock }: HashtagDependencies,
  viewer: Viewer,
  text: string,
): Promise<Hashtag> {
  const tag = toTag(text);
  const [{ threadsCount, times }, isFollowed] = isTag(tag)
    ? await Promise.all([
        search.readHashtagUse(viewer, tag),
        isTagFollowed(database, viewer.userId, tag),
      ])
    : [unused, false];
  return { tag, threadsCount, days: countDays(times, clock.now()), isFollowed };
}

/** The hashtags that the viewer follows, the latest first. */
export async function listFollowedHashtags(
  database: Database,
  { userId }: Viewer,
): Promise<FollowedHashtag[]> {
  const followed = await listFollowedTags(database, userId);
  return followed.map(({ tag, createdAt }) => ({ tag, since: createdAt.toISOString() }));
}

/** @throws ValidationError for a text that is not a tag; ConflictError beyond the limit */
export async function followHashtag(
  database: Database,
  { userId }: Viewer,
  text: string,
): Promise<void> {
  const tag = toTag(text);
  if (!isTag(tag)) {
    throw new ValidationError([{ path: 'tag', message: 'error.notHashtag' }]);
  }
  if (await insertTagFollow(database, userId, tag)) return;
  throw new ConflictError('conflict', withValues('error.hashtagsFollowedMax', { max: 50 }));
}

export async function unfollowHashtag(
  database: Database,
  { userId }: Viewer,
  text: string,
): Promise<void> {
  const tag = toTag(text);
  if (isTag(tag)) await deleteTagFollow(database, userId, tag);
}

/** The stored form of a tag with a public thread; null otherwise. */
export async function findPublicHashtag(database: Database, text: string): Promise<string | null> {
  const tag = toTag(text);
  return isTag(tag) && (await hasPublicUse(database, tag)) ? tag : null;
}

/** @throws ValidationError for a cursor of another list */
export async function listTaggedThreads(
  { search }: Pick<HashtagDependencies, 'search'>,
  viewer: Viewer,
  text: string,
  { combination = alone, ...query }: TaggedThreadsQuery,
): Promise<ThreadPage> {
  const any = [text, ...combination.any].map(toTag).filter(isTag);
  const all = combination.all.map(toTag);
  const none = combination.none.map(toTag).filter(isTag);
  if (any.length > 0 && all.every(isTag)) {
    return search.listHashtagThreads(viewer, { any, all, none }, query);
  }
  const page = query.cursor === undefined ? query.page : null;
  return { content: [], page, size: query.size, last: true, nextCursor: null };
}
