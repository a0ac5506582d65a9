import type { Hashtag, HashtagSuggestion } from '@skein/contracts/hashtags';
import type { ThreadPage } from '@skein/contracts/threads';
import type { Database } from '@skein/db';
import type { Clock } from '../../shared/clock.ts';
import type { Viewer } from '../../shared/viewer.ts';
import type { SearchModule } from '../search/index.ts';
import { countDays } from './count-days.ts';
import { listSuggestions } from './suggestions.queries.ts';

export { hashtagsRoutes } from './hashtags.routes.ts';

export type HashtagsModule = ReturnType<typeof createHashtagsModule>;

interface Dependencies {
  database: Database;
  search: Pick<SearchModule, 'listTagged' | 'readTagUse'>;
  clock: Clock;
}

interface PageQuery {
  page: number;
  size: number;
  cursor?: string | undefined;
}

export function createHashtagsModule({ database, search, clock }: Dependencies) {
  return {
    suggest: (
      viewer: Viewer,
      { q, limit }: { q: string; limit: number },
    ): Promise<HashtagSuggestion[]> => listSuggestions(database, viewer.userId, toTag(q), limit),

    async get(viewer: Viewer, text: string): Promise<Hashtag> {
      const tag = toTag(text);
      const { threadsCount, times } = await search.readTagUse(viewer, tag);
      return { tag, threadsCount, days: countDays(times, clock.now()) };
    },

    /** @throws ValidationError for a cursor that is none of this list's */
    listThreads: (viewer: Viewer, text: string, query: PageQuery): Promise<ThreadPage> =>
      search.listTagged(viewer, toTag(text), query),
  };
}

/** A text as tags are stored. */
function toTag(text: string): string {
  return text.normalize('NFC').trim().replace(/^#/, '').toLowerCase();
}
