import type { HashtagSuggestion } from '@skein/contracts/hashtags';
import type { Database } from '@skein/db';
import type { Viewer } from '../../shared/viewer.ts';
import { listSuggestions } from './suggestions.queries.ts';

export { hashtagsRoutes } from './hashtags.routes.ts';

export type HashtagsModule = ReturnType<typeof createHashtagsModule>;

export function createHashtagsModule({ database }: { database: Database }) {
  return {
    suggest: (
      viewer: Viewer,
      { q, limit }: { q: string; limit: number },
    ): Promise<HashtagSuggestion[]> => listSuggestions(database, viewer.userId, toPrefix(q), limit),
  };
}

/** A text as the tags that begin with it are stored. */
function toPrefix(text: string): string {
  return text.normalize('NFC').trim().replace(/^#/, '').toLowerCase();
}
