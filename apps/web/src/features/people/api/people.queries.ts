import type { FollowRequest, listPendingFollowRequests } from '@skein/contracts/follows';
import type { listSuggestedUsers } from '@skein/contracts/users';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../../lib/api/index.ts';
import { peopleKeys } from './people-keys.ts';

/** Whom the viewer might follow. Whom they follow meanwhile stays, until it is asked for again. */
export const suggestedUsersQuery = queryOptions({
  queryKey: peopleKeys.suggested,
  queryFn: ({ signal }) =>
    request<typeof listSuggestedUsers>({ method: 'GET', path: '/users/suggestions', signal }),
  staleTime: 5 * 60_000,
});

/** Who waits for the viewer's approval. */
export const followRequestsQuery = queryOptions({
  queryKey: peopleKeys.requests,
  queryFn: ({ signal }): Promise<FollowRequest[]> =>
    request<typeof listPendingFollowRequests>({
      method: 'GET',
      path: '/users/follow-requests/pending',
      signal,
    }),
});
