import * as routes from '@skein/contracts/routes';
import type { FoundThread, FoundThreadsPage } from '@skein/contracts/search';
import { mockRoute, server } from './api.ts';
import { givenSession } from './session.ts';
import { aThread, aThreadPage } from './threads.ts';

/** A thread in search results. */
export function aThreadResult(fields: Partial<FoundThread> = {}): FoundThread {
  return { ...aThread(), matches: [], ...fields };
}

/** A page of search results. Without `nextCursor` it is the last page. */
export function aThreadResultsPage(
  content: FoundThread[],
  { nextCursor = null, totalElements = content.length }: Partial<FoundThreadsPage> = {},
): FoundThreadsPage {
  return { ...aThreadPage([], nextCursor), content, totalElements };
}

/** Signs in a user on an instance where nothing is trending. */
export function givenNothingTrending() {
  const user = givenSession();
  server.use(
    mockRoute(routes.getCurrentUser, () => user),
    mockRoute(routes.listTrendingHashtags, () => []),
    mockRoute(routes.listTrendingThreads, () => aThreadPage([])),
  );
  return user;
}
