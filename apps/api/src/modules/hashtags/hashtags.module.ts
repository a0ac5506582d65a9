import type { Hashtag, HashtagSuggestion } from '@skein/contracts/hashtags';
import { listHashtags } from '@skein/contracts/text';
import type { ThreadPage } from '@skein/contracts/threads';
import type { Database } from '@skein/db';
import type { Clock } from '../../shared/clock.ts';
import type { Viewer } from '../../shared/viewer.ts';
import type { SearchModule } from '../search/index.ts';
import { countDays } from './count-days.ts';
import { listSuggestions } from './suggestions.queries.ts';

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
      const { threadsCount, times } = isTag(tag) ? await search.readTagUse(viewer, tag) : unused;
      return { tag, threadsCount, days: countDays(times, clock.now()) };
    },

    /** @throws ValidationError for a cursor that is none of this list's */
    async listThreads(viewer: Viewer, text: string, query: PageQuery): Promise<ThreadPage> {
      const tag = toTag(text);
      if (isTag(tag)) return search.listTagged(viewer, tag, query);
      const page = query.cursor === undefined ? query.page : null;
      return { content: [], page, size: query.size, last: true, nextCursor: null };
    },
  };
}

/** A text as tags are stored. */
function toTag(text: string): string {
  return text.normalize('NFC').trim().replace(/^#/, '').toLowerCase();
}

function isTag(text: string): boolean {
  return listHashtags(`#${text}`)[0] === text;
}

const unused = { threadsCount: 0, times: [] };
