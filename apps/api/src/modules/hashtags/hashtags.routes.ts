import { suggestHashtags } from '@skein/contracts/hashtags';
import type { BindRoute } from '../../http/bind-route.ts';
import type { HashtagsModule } from './index.ts';

export function hashtagsRoutes(bind: BindRoute, hashtags: HashtagsModule): void {
  bind(suggestHashtags, ({ viewer, query }) => hashtags.suggest(viewer, query));
}
