import type { listBlockedUsers, listMutedUsers, UsersPage } from '@skein/contracts/relationships';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';
import { userKeys } from '../../users/api/user-cache.ts';

export type BlockListKind = 'blocked' | 'muted';

/** The users the viewer has blocked or muted, newest first. */
export function blockedAndMutedQuery(kind: BlockListKind) {
  return infiniteQueryOptions({
    queryKey: [...userKeys.all, kind],
    queryFn: ({ pageParam, signal }) => {
      const options = {
        method: 'GET',
        query: pageParam === null ? {} : { cursor: pageParam },
        signal,
      } as const;
      return kind === 'blocked'
        ? request<typeof listBlockedUsers>({ ...options, path: '/users/me/blocks' })
        : request<typeof listMutedUsers>({ ...options, path: '/users/me/mutes' });
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page: UsersPage) => page.nextCursor,
    select: ({ pages }) => pages.flatMap((page) => page.content),
  });
}
