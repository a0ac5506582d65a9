import * as routes from '@skein/contracts/routes';
import type { UsersPage } from '@skein/contracts/relationships';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { request } from '../../api/index.ts';
import { userKeys } from '../users/user-cache.ts';

export type BlockListKind = 'blocked' | 'muted';

/** The users the viewer has blocked or muted, newest first. */
export function blockedAndMutedQuery(kind: BlockListKind) {
  return infiniteQueryOptions({
    queryKey: [...userKeys.all, kind],
    queryFn: ({ pageParam, signal }) => {
      const options = {
        query: pageParam === null ? {} : { cursor: pageParam },
        signal,
      } as const;
      return kind === 'blocked'
        ? request(routes.listBlockedUsers, options)
        : request(routes.listMutedUsers, options);
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page: UsersPage) => page.nextCursor,
    select: ({ pages }) => pages.flatMap((page) => page.content),
  });
}
