import type { FoundThreadsPage } from '@skein/contracts/search';
import type { ThreadPage } from '@skein/contracts/threads';
import type { Viewer } from '../../platform/viewer.ts';
import { forgetWords, learnWords } from './learn-words.repository.ts';
import { listTagged, readTagUse } from './tagged-threads.ts';
import type { TagUse, TaggedQuery } from './tagged-threads.ts';
import { searchThreads } from './search-threads.ts';
import type { SearchDependencies, SearchInput } from './search-threads.ts';

export type SearchModule = ReturnType<typeof createSearchModule>;

/** Finds threads, of which it sees to it that only visible ones of people not muted are found. */
export function createSearchModule(dependencies: SearchDependencies) {
  return {
    search: (viewer: Viewer, input: SearchInput): Promise<FoundThreadsPage> =>
      searchThreads(dependencies, viewer, input),

    /** @throws ValidationError for a cursor that is none of this tag's */
    listTagged: (viewer: Viewer, tag: string, query: TaggedQuery): Promise<ThreadPage> =>
      listTagged(dependencies, viewer, tag, query),

    readTagUse: (viewer: Viewer, tag: string): Promise<TagUse> =>
      readTagUse(dependencies.database, viewer, tag),

    /** Both are background jobs. */
    learnWords: () => learnWords(dependencies.database),
    forgetWords: () => forgetWords(dependencies.database),
  };
}
