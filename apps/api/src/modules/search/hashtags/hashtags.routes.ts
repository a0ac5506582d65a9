import {
  featureHashtag,
  followHashtag,
  getHashtag,
  listFeaturedHashtags,
  listFollowedHashtags,
  listHashtagThreads,
  suggestHashtags,
  unfeatureHashtag,
  unfollowHashtag,
} from '@skein/contracts/search';
import type { BindRoute } from '../../../http/routes/bind-route.ts';
import { success } from '../../../platform/results.ts';
import type { HashtagsModule } from './hashtags.module.ts';

export function hashtagsRoutes(bind: BindRoute, hashtags: HashtagsModule): void {
  bind(suggestHashtags, ({ viewer, query }) => hashtags.suggest(viewer, query));
  bind(listHashtagThreads, ({ viewer, params, query }) =>
    hashtags.listThreads(viewer, params.tag, query),
  );
  bind(listFollowedHashtags, ({ viewer }) => hashtags.listFollowed(viewer));
  bind(followHashtag, async ({ viewer, params }) => {
    await hashtags.follow(viewer, params.tag);
    return { ...success('success.hashtagFollowed'), isFollowed: true as const };
  });
  bind(unfollowHashtag, async ({ viewer, params }) => {
    await hashtags.unfollow(viewer, params.tag);
    return { ...success('success.hashtagUnfollowed'), isFollowed: false as const };
  });
  bind(listFeaturedHashtags, async ({ viewer }) =>
    (await hashtags.listFeatured(viewer.userId)).map(({ tag, threadsCount }) => ({
      tag,
      threadsCount,
    })),
  );
  bind(featureHashtag, async ({ viewer, params }) => {
    await hashtags.feature(viewer, params.tag);
    return success('success.hashtagFeatured');
  });
  bind(unfeatureHashtag, async ({ viewer, params }) => {
    await hashtags.unfeature(viewer, params.tag);
    return success('success.hashtagUnfeatured');
  });
  // After the other paths, which it would also match.
  bind(getHashtag, ({ viewer, params }) => hashtags.get(viewer, params.tag));
}
