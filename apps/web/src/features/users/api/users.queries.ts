import type {
  FollowRequest,
  listPendingFollowRequests,
  listSentFollowRequests,
} from '@skein/contracts/relationships';
import type { listSuggestedUsers } from '@skein/contracts/users';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';
import { userKeys } from './user-keys.ts';

/** Whom the viewer might follow. Whom they follow meanwhile stays, until it is asked for again. */
export const suggestedUsersQuery = queryOptions({
  queryKey: userKeys.suggested,
  queryFn: ({ signal }) =>
    request<typeof listSuggestedUsers>({ method: 'GET', path: '/users/suggestions', signal }),
  staleTime: 5 * 60_000,
});

/** Who waits for the viewer's approval. */
export const followRequestsQuery = queryOptions({
  queryKey: userKeys.requests,
  queryFn: ({ signal }): Promise<FollowRequest[]> =>
    request<typeof listPendingFollowRequests>({
      method: 'GET',
      path: '/users/follow-requests/pending',
      signal,
    }),
});

/** The viewer's pending follow requests, without those that were withdrawn meanwhile. */
export const sentRequestsQuery = infiniteQueryOptions({
  queryKey: userKeys.sentRequests,
  queryFn: ({ pageParam, signal }) =>
    request<typeof listSentFollowRequests>({
      method: 'GET',
      path: '/users/follow-requests/sent',
      query: pageParam === null ? {} : { cursor: pageParam },
      signal,
    }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextCursor }) => nextCursor,
  // Requests are sent from many screens.
  staleTime: 0,
  select: ({ pages }) =>
    pages
      .flatMap(({ content }) => content)
      .filter(({ target }) => target.followRequestStatus === 'PENDING'),
});
