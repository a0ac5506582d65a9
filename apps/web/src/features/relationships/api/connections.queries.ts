import type { listFollowers, listFollowing, UsersPage } from '@skein/contracts/relationships';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';
import { userKeys } from '../../users/api/user-cache.ts';
import type { ConnectionsKind } from '../../users/api/user-cache.ts';

/** A user's followers or the users they follow, newest first. */
export function connectionsQuery(userIdOrUsername: string, kind: ConnectionsKind, search: string) {
  return infiniteQueryOptions({
    queryKey: userKeys.connections(userIdOrUsername, kind, search),
    queryFn: ({ pageParam, signal }) => {
      const options = {
        method: 'GET',
        params: { userIdOrUsername },
        query: { q: search, ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      } as const;
      return kind === 'followers'
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
