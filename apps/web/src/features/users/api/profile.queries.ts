import type { listFollowers, listFollowing, UsersPage } from '@skein/contracts/relationships';
import type { getProfile } from '@skein/contracts/users';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';
import { userKeys } from './user-keys.ts';
import type { Circle } from './user-keys.ts';

/** Who somebody is, as the viewer may see them. */
export function profileQuery(userIdOrUsername: string) {
  return queryOptions({
    queryKey: userKeys.profile(userIdOrUsername),
    queryFn: ({ signal }) =>
      request<typeof getProfile>({
        method: 'GET',
        path: '/users/{userIdOrUsername}',
        params: { userIdOrUsername },
        signal,
      }),
  });
}

/** The followers of a person or those they follow, the latest first. */
export function connectionsQuery(userIdOrUsername: string, circle: Circle, search: string) {
  return infiniteQueryOptions({
    queryKey: userKeys.circle(userIdOrUsername, circle, search),
    queryFn: ({ pageParam, signal }) => {
      const options = {
        method: 'GET',
        params: { userIdOrUsername },
        query: { q: search, ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      } as const;
      return circle === 'followers'
        ? request<typeof listFollowers>({ ...options, path: '/users/{userIdOrUsername}/followers' })
        : request<typeof listFollowing>({
            ...options,
            path: '/users/{userIdOrUsername}/following',
          });
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page: UsersPage) => page.nextCursor,
    select: ({ pages }) => pages.flatMap((page) => page.content),
  });
}
