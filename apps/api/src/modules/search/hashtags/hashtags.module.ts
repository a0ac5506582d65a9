import { featuredHashtagsMax } from '@skein/contracts/limits';
import type { FollowedHashtag, Hashtag, HashtagSuggestion } from '@skein/contracts/search';
import type { ThreadPage } from '@skein/contracts/threads';
import type { Database } from '@skein/db';
import { withValues } from '@skein/messages';
import type { Clock } from '../../../platform/clock.ts';
import { ConflictError, NotFoundError, ValidationError } from '../../../platform/errors.ts';
import { isId, newId } from '../../../platform/ids.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { SearchModule } from '../search.module.ts';
import { countDays } from './count-days.ts';
import { countPublicUses } from './count-public-uses.repository.ts';
import {
  deleteTagFollow,
  insertTagFollow,
  isTagFollowed,
  listFollowedTags,
} from './follows.repository.ts';
import {
  deleteFeatured,
  insertFeatured,
  isFeatured,
  selectFeatured,
  selectRecentTags,
} from './featured-hashtags.repository.ts';
import type { FeaturedHashtag } from './featured-hashtags.repository.ts';
import { removeUnusedHashtags } from './remove-unused.repository.ts';
import { hasPublicUse, listSuggestions } from './suggestions.queries.ts';
import { isTag, toTag } from './tag.ts';
import type { TagCombination } from './tag.ts';

export type HashtagsModule = ReturnType<typeof createHashtagsModule>;

interface Dependencies {
  database: Database;
  search: Pick<SearchModule, 'listHashtagThreads' | 'readHashtagUse'>;
  clock: Clock;
}

interface PageQuery {
  page: number;
  size: number;
  cursor?: string | undefined;
  belowId?: string | undefined;
  combination?: TagCombination | undefined;
}

export function createHashtagsModule({ database, search, clock }: Dependencies) {
  return {
    suggest: (
      viewer: Viewer,
      { q, limit }: { q: string; limit: number },
    ): Promise<HashtagSuggestion[]> => listSuggestions(database, viewer.userId, toTag(q), limit),

    async get(viewer: Viewer, text: string): Promise<Hashtag> {
      const tag = toTag(text);
      const [{ threadsCount, times }, isFollowed] = isTag(tag)
        ? await Promise.all([
            search.readHashtagUse(viewer, tag),
            isTagFollowed(database, viewer.userId, tag),
          ])
        : [unused, false];
      return { tag, threadsCount, days: countDays(times, clock.now()), isFollowed };
    },

    /** The hashtags that the viewer follows, the latest first. */
    async listFollowed({ userId }: Viewer): Promise<FollowedHashtag[]> {
      const followed = await listFollowedTags(database, userId);
      return followed.map(({ tag, createdAt }) => ({ tag, since: createdAt.toISOString() }));
    },

    /** @throws ValidationError for a text that is not a tag; ConflictError beyond the limit */
    async follow({ userId }: Viewer, text: string): Promise<void> {
      const tag = toTag(text);
      if (!isTag(tag)) {
        throw new ValidationError([{ path: 'tag', message: 'error.notHashtag' }]);
      }
      if (await insertTagFollow(database, userId, tag)) return;
      throw new ConflictError('conflict', withValues('error.hashtagsFollowedMax', { max: 50 }));
    },

    async unfollow({ userId }: Viewer, text: string): Promise<void> {
      const tag = toTag(text);
      if (isTag(tag)) await deleteTagFollow(database, userId, tag);
    },

    ...createFeaturedHashtags(database),

    /** The stored form of a tag with a public thread; null otherwise. */
    async findPublic(text: string): Promise<string | null> {
      const tag = toTag(text);
      return isTag(tag) && (await hasPublicUse(database, tag)) ? tag : null;
    },

    /** @throws ValidationError for a cursor of another list */
    async listThreads(
      viewer: Viewer,
      text: string,
      { combination = alone, ...query }: PageQuery,
    ): Promise<ThreadPage> {
      const any = [text, ...combination.any].map(toTag).filter(isTag);
      const all = combination.all.map(toTag);
      const none = combination.none.map(toTag).filter(isTag);
      if (any.length > 0 && all.every(isTag)) {
        return search.listHashtagThreads(viewer, { any, all, none }, query);
      }
      const page = query.cursor === undefined ? query.page : null;
      return { content: [], page, size: query.size, last: true, nextCursor: null };
    },

    /** A background job. */
    countPublicUses: (): Promise<void> => countPublicUses(database),
    /** A background job. */
    removeUnused: (): Promise<void> => removeUnusedHashtags(database),
  };
}

/** The hashtags that users show on their profiles. */
function createFeaturedHashtags(database: Database) {
  return {
    /** The hashtags that a user shows on the profile. The caller checks whether the viewer may see it. */
    listFeatured: (userId: string) => selectFeatured(database, userId),

    isFeatured: ({ userId }: Viewer, tag: string) => isFeatured(database, { userId, tag }),

    suggestFeatured: ({ userId }: Viewer) => selectRecentTags(database, userId),

    /**
     * Shows a hashtag on the viewer's profile, and returns it.
     * @throws ValidationError for a text that is not a tag; ConflictError beyond the limit
     */
    async feature({ userId }: Viewer, text: string): Promise<FeaturedHashtag> {
      const tag = toTag(text);
      if (!isTag(tag)) throw new ValidationError([{ path: 'tag', message: 'error.notHashtag' }]);
      if (!(await insertFeatured(database, { userId, tag }, newId()))) {
        const message = withValues('error.featuredHashtagsMax', { max: featuredHashtagsMax });
        throw new ConflictError('conflict', message);
      }
      const featured = (await selectFeatured(database, userId)).find((row) => row.tag === tag);
      if (featured === undefined) throw new NotFoundError('error.notFound');
      return featured;
    },

    unfeature: ({ userId }: Viewer, text: string) =>
      deleteFeatured(database, { userId, tag: toTag(text) }),

    /** @throws NotFoundError */
    async deleteFeatured({ userId }: Viewer, id: string): Promise<void> {
      if (isId(id) && (await deleteFeatured(database, { userId, id }))) return;
      throw new NotFoundError('error.notFound');
    },
  };
}

const alone: TagCombination = { any: [], all: [], none: [] };
const unused = { threadsCount: 0, times: [] };
