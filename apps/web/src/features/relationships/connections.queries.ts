import * as routes from '@skein/contracts/routes';
import type { UsersPage } from '@skein/contracts/relationships';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { request } from '../../api/index.ts';
import { userKeys } from '../users/user-cache.ts';
import type { ConnectionsKind } from '../users/user-cache.ts';

/** A user's followers or the users they follow, newest first. */
export function connectionsQuery(userIdOrUsername: string, kind: ConnectionsKind, search: string) {
  return infiniteQueryOptions({
    queryKey: userKeys.connections(userIdOrUsername, kind, search),
    queryFn: ({ pageParam, signal }) => {
      const options = {
        params: { userIdOrUsername },
        query: { q: search, ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      } as const;
      return kind === 'followers'
        ? request(routes.listFollowers, options)
        : request(routes.listFollowing, options);
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page: UsersPage) => page.nextCursor,
    select: ({ pages }) => pages.flatMap((page) => page.content),
  });
}
