import type { listBlockedUsers, listMutedUsers, UsersPage } from '@skein/contracts/relationships';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';
import { userKeys } from '../../users/api/user-keys.ts';

export type UserListKind = 'blocked' | 'muted';

/** Whom the viewer has blocked or muted, the latest first. */
export function blockedAndMutedQuery(restraint: UserListKind) {
  return infiniteQueryOptions({
    queryKey: [...userKeys.all, restraint],
    queryFn: ({ pageParam, signal }) => {
      const options = {
        method: 'GET',
        query: pageParam === null ? {} : { cursor: pageParam },
        signal,
      } as const;
      return restraint === 'blocked'
        ? request<typeof listBlockedUsers>({ ...options, path: '/users/me/blocks' })
        : request<typeof listMutedUsers>({ ...options, path: '/users/me/mutes' });
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page: UsersPage) => page.nextCursor,
    select: ({ pages }) => pages.flatMap((page) => page.content),
  });
}
