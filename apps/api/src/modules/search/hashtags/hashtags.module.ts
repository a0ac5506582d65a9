import type { Viewer } from '../../../platform/viewer.ts';
import { countPublicUses } from './count-public-uses.repository.ts';
import { deleteFeaturedHashtag, featureHashtag } from './featured-hashtags.ts';
import {
  deleteFeatured,
  isFeatured,
  selectFeatured,
  selectRecentTags,
} from './featured-hashtags.repository.ts';
import {
  findPublicHashtag,
  followHashtag,
  getHashtag,
  listFollowedHashtags,
  listTaggedThreads,
  unfollowHashtag,
} from './hashtags.ts';
import type { HashtagDependencies, TaggedThreadsQuery } from './hashtags.ts';
import { removeUnusedHashtags } from './remove-unused.repository.ts';
import { listSuggestions } from './suggestions.queries.ts';
import { toTag } from './tag.ts';

export type HashtagsModule = ReturnType<typeof createHashtagsModule>;

export function createHashtagsModule(deps: HashtagDependencies) {
  const { database } = deps;
  return {
    suggest: ({ userId }: Viewer, { q, limit }: { q: string; limit: number }) =>
      listSuggestions(database, userId, toTag(q), limit),
    get: (viewer: Viewer, text: string) => getHashtag(deps, viewer, text),
    listFollowed: (viewer: Viewer) => listFollowedHashtags(database, viewer),
    follow: (viewer: Viewer, text: string) => followHashtag(database, viewer, text),
    unfollow: (viewer: Viewer, text: string) => unfollowHashtag(database, viewer, text),
    findPublic: (text: string) => findPublicHashtag(database, text),
    listThreads: (viewer: Viewer, text: string, query: TaggedThreadsQuery) =>
      listTaggedThreads(deps, viewer, text, query),

    /** The hashtags on the profile of a user. The caller checks whether the viewer may see it. */
    listFeatured: (userId: string) => selectFeatured(database, userId),
    isFeatured: ({ userId }: Viewer, tag: string) => isFeatured(database, { userId, tag }),
    suggestFeatured: ({ userId }: Viewer) => selectRecentTags(database, userId),
    feature: (viewer: Viewer, text: string) => featureHashtag(database, viewer, text),
    unfeature: ({ userId }: Viewer, text: string) =>
      deleteFeatured(database, { userId, tag: toTag(text) }),
    deleteFeatured: (viewer: Viewer, id: string) => deleteFeaturedHashtag(database, viewer, id),

    /** Background jobs. */
    countPublicUses: () => countPublicUses(database),
    removeUnused: () => removeUnusedHashtags(database),
  };
}
