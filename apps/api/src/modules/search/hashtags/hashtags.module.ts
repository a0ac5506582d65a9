import type { Hashtag, HashtagSuggestion } from '@skein/contracts/search';
import type { ThreadPage } from '@skein/contracts/threads';
import type { Database } from '@skein/db';
import type { Clock } from '../../../platform/clock.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { SearchModule } from '../search.module.ts';
import { countDays } from './count-days.ts';
import { countPublicUses } from './count-public-uses.repository.ts';
import { hasPublicUse, listSuggestions } from './suggestions.queries.ts';
import { isTag, toTag } from './tag.ts';

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
}

export function createHashtagsModule({ database, search, clock }: Dependencies) {
  return {
    suggest: (
      viewer: Viewer,
      { q, limit }: { q: string; limit: number },
    ): Promise<HashtagSuggestion[]> => listSuggestions(database, viewer.userId, toTag(q), limit),

    async get(viewer: Viewer, text: string): Promise<Hashtag> {
      const tag = toTag(text);
      const { threadsCount, times } = isTag(tag)
        ? await search.readHashtagUse(viewer, tag)
        : unused;
      return { tag, threadsCount, days: countDays(times, clock.now()) };
    },

    /** The stored form of a tag with a public thread; null otherwise. */
    async findPublic(text: string): Promise<string | null> {
      const tag = toTag(text);
      return isTag(tag) && (await hasPublicUse(database, tag)) ? tag : null;
    },

    /** @throws ValidationError for a cursor of another list */
    async listThreads(viewer: Viewer, text: string, query: PageQuery): Promise<ThreadPage> {
      const tag = toTag(text);
      if (isTag(tag)) return search.listHashtagThreads(viewer, tag, query);
      const page = query.cursor === undefined ? query.page : null;
      return { content: [], page, size: query.size, last: true, nextCursor: null };
    },

    /** A background job. */
    countPublicUses: (): Promise<void> => countPublicUses(database),
  };
}

const unused = { threadsCount: 0, times: [] };
