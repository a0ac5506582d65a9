import * as routes from '@skein/contracts/routes';
import type { FollowRequest } from '@skein/contracts/relationships';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { request } from '../../api/index.ts';
import { userKeys } from '../users/user-cache.ts';

/** The follow requests to the viewer that are pending. */
export const followRequestsQuery = queryOptions({
  queryKey: userKeys.requests,
  queryFn: ({ signal }): Promise<FollowRequest[]> =>
    request(routes.listPendingFollowRequests, { signal }),
});

/** The viewer's own pending follow requests. Requests withdrawn since the last load are left out. */
export const sentFollowRequestsQuery = infiniteQueryOptions({
  queryKey: userKeys.sentRequests,
  queryFn: ({ pageParam, signal }) =>
    request(routes.listSentFollowRequests, {
      query: pageParam === null ? {} : { cursor: pageParam },
      signal,
    }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextCursor }) => nextCursor,
  // Many screens send requests.
  staleTime: 0,
  select: ({ pages }) =>
    pages
      .flatMap(({ content }) => content)
      .filter(({ target }) => target.followRequestStatus === 'PENDING'),
});
