import { getHashtag, listHashtagThreads, suggestHashtags } from '@skein/contracts/search';
import type { BindRoute } from '../../../http/routes/bind-route.ts';
import type { HashtagsModule } from './hashtags.module.ts';

export function hashtagsRoutes(bind: BindRoute, hashtags: HashtagsModule): void {
  bind(suggestHashtags, ({ viewer, query }) => hashtags.suggest(viewer, query));
  bind(listHashtagThreads, ({ viewer, params, query }) =>
    hashtags.listThreads(viewer, params.tag, query),
  );
  // After the other paths, which it would also match.
  bind(getHashtag, ({ viewer, params }) => hashtags.get(viewer, params.tag));
}
