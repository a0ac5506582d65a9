import * as routes from '@skein/contracts/routes';
import type { MutedUser } from '@skein/contracts/relationships';
import type { User } from '@skein/contracts/users';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { request } from '../../api/index.ts';
import { userKeys } from '../users/user-cache.ts';

export type BlockListKind = 'blocked' | 'muted';

/** Blocked users have no end. */
type HiddenUser = User & Partial<Pick<MutedUser, 'mutedUntil'>>;

interface HiddenUsersPage {
  content: HiddenUser[];
  nextCursor: string | null;
}

/** The users the viewer has blocked or muted, newest first. */
export function blockedAndMutedQuery(kind: BlockListKind) {
  return infiniteQueryOptions({
    queryKey: [...userKeys.all, kind],
    queryFn: ({ pageParam, signal }): Promise<HiddenUsersPage> => {
      const options = {
        query: pageParam === null ? {} : { cursor: pageParam },
        signal,
      } as const;
      return kind === 'blocked'
        ? request(routes.listBlockedUsers, options)
        : request(routes.listMutedUsers, options);
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    select: ({ pages }) => pages.flatMap((page) => page.content),
  });
}
