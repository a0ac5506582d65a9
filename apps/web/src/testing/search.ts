import type {
  FoundThread,
  FoundThreadsPage,
  listTrendingHashtags,
  listTrendingThreads,
} from '@skein/contracts/search';
import type { getCurrentUser } from '@skein/contracts/users';
import { mockRoute, server } from './api.ts';
import { givenSession } from './session.ts';
import { aThread, aThreadPage } from './threads.ts';

/** A thread as a search finds it. */
export function aFoundThread(fields: Partial<FoundThread> = {}): FoundThread {
  return { ...aThread(), matches: [], ...fields };
}

/** A page of what was found; without `nextCursor` it is the last. */
export function aFoundPage(
  content: FoundThread[],
  { nextCursor = null, totalElements = content.length }: Partial<FoundThreadsPage> = {},
): FoundThreadsPage {
  return { ...aThreadPage([], nextCursor), content, totalElements };
}

/** Signs somebody in on an instance where nothing is trending. */
export function givenVisitor() {
  const user = givenSession();
  server.use(
    mockRoute<typeof getCurrentUser>('GET', '/users/me', () => user),
    mockRoute<typeof listTrendingHashtags>('GET', '/hashtags/trending', () => []),
    mockRoute<typeof listTrendingThreads>('GET', '/threads/trending', () => aThreadPage([])),
  );
  return user;
}
