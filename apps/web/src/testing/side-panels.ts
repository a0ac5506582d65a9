import * as routes from '@skein/contracts/routes';
import type { User } from '@skein/contracts/users';
import { mockRoute, server } from './api.ts';

/**
 * The responses for the side panels: no trending hashtags, no follow requests, and these suggested
 * users. A page requests them when it is idle, possibly after the test has ended.
 */
export function givenSidePanels(suggested: User[] = []): void {
  server.use(
    mockRoute(routes.listTrendingHashtags, () => []),
    mockRoute(routes.listPendingFollowRequests, () => []),
    mockRoute(routes.listSuggestedUsers, () => suggested),
  );
}
