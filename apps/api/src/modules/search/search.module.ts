import type { FoundThreadsPage } from '@skein/contracts/search';
import type { ThreadPage } from '@skein/contracts/threads';
import type { Viewer } from '../../platform/viewer.ts';
import { pruneVocabulary, updateVocabulary } from './update-vocabulary.repository.ts';
import { listHashtagThreads, readHashtagUse } from './hashtag-threads.ts';
import type { HashtagUse, HashtagThreadsQuery } from './hashtag-threads.ts';
import type { TagCombination } from './hashtags/tag.ts';
import { createLexemeShares } from './lexeme-shares.queries.ts';
import { searchThreadsOrLink } from './search-threads.ts';
import type { SearchDependencies, SearchInput } from './search-threads.ts';

export type SearchModule = ReturnType<typeof createSearchModule>;

/** Finds threads that the viewer may see, except those of muted users. */
export function createSearchModule({
  database,
  threads,
  resolveThread,
}: Omit<SearchDependencies, 'lexemeShares'>) {
  const lexemeShares = createLexemeShares(database);
  const dependencies = { database, threads, resolveThread, lexemeShares };
  return {
    search: (viewer: Viewer, input: SearchInput): Promise<FoundThreadsPage> =>
      searchThreadsOrLink(dependencies, viewer, input),

    /** @throws ValidationError for a cursor of another list */
    listHashtagThreads: (
      viewer: Viewer,
      tags: TagCombination,
      query: HashtagThreadsQuery,
    ): Promise<ThreadPage> => listHashtagThreads(dependencies, viewer, tags, query),

    readHashtagUse: (viewer: Viewer, tag: string): Promise<HashtagUse> =>
      readHashtagUse(dependencies, viewer, tag),

    /** Background jobs. */
    updateVocabulary: () => updateVocabulary(database),
    pruneVocabulary: () => pruneVocabulary(database),
  };
}
