import type { listPendingFollowRequests } from '@skein/contracts/relationships';
import type { listTrendingHashtags } from '@skein/contracts/search';
import type { listSuggestedUsers, User } from '@skein/contracts/users';
import { mockRoute, server } from './api.ts';

/**
 * The responses for the side panels: no trending hashtags, no follow requests, and these suggested
 * users. A page requests them when it is idle, possibly after the test has ended.
 */
export function givenSidePanels(suggested: User[] = []): void {
  server.use(
    mockRoute<typeof listTrendingHashtags>('GET', '/hashtags/trending', () => []),
    mockRoute<typeof listPendingFollowRequests>('GET', '/users/follow-requests/pending', () => []),
    mockRoute<typeof listSuggestedUsers>('GET', '/users/suggestions', () => suggested),
  );
}
