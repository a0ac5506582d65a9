import type { listPendingFollowRequests } from '@skein/contracts/relationships';
import type { listTrendingHashtags } from '@skein/contracts/search';
import type { listSuggestedUsers, User } from '@skein/contracts/users';
import { mockRoute, server } from './api.ts';

/**
 * What stands beside the feed, and below an empty one: nothing trends, nobody waits, and those are
 * suggested. A screen asks for it once it is idle, whether the test still looks or not.
 */
export function givenSidePanels(suggested: User[] = []): void {
  server.use(
    mockRoute<typeof listTrendingHashtags>('GET', '/hashtags/trending', () => []),
    mockRoute<typeof listPendingFollowRequests>('GET', '/users/follow-requests/pending', () => []),
    mockRoute<typeof listSuggestedUsers>('GET', '/users/suggestions', () => suggested),
  );
}
