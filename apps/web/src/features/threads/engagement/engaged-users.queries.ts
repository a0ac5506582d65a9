import * as routes from '@skein/contracts/routes';
import type { ReactingUser } from '@skein/contracts/engagement';
import { threadsPageSize } from '@skein/contracts/limits';
import type { User } from '@skein/contracts/users';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';
import { userKeys } from '../../users/user-cache.ts';
import { threadKeys } from '../cache/thread-keys.ts';
import { cursorParam, visitListOptions } from '../list/list-options.ts';
import type { EngagementKind } from './engagement-lists.ts';

export type UsersKind = Exclude<EngagementKind, 'quotes'>;

/** A user in one of the lists; only those who reacted have a reaction. */
export type EngagedUser = User & Partial<Pick<ReactingUser, 'reactionType'>>;

interface EngagedUsersPage {
  content: EngagedUser[];
  nextCursor: string | null;
}

/** The users who liked, reposted or reacted to a thread, latest first. */
export function engagedUsersQuery(threadId: string, kind: UsersKind) {
  return infiniteQueryOptions({
    queryKey: userKeys.engaged(threadId, kind),
    queryFn: ({ pageParam, signal }): Promise<EngagedUsersPage> => {
      const options = {
        params: { threadId },
        query: cursorParam(pageParam),
        signal,
      } as const;
      switch (kind) {
        case 'likes':
          return request(routes.listThreadLikes, options);
        case 'reposts':
          return request(routes.listThreadReposts, options);
        case 'reactions':
          return request(routes.listThreadReactions, options);
      }
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    select: ({ pages }) => pages.flatMap((page) => page.content),
  });
}

/** The quotes of a thread, newest first. `visit` is the history entry's key. */
export function quotesQuery(threadId: string, visit: string) {
  return infiniteQueryOptions({
    ...visitListOptions,
    queryKey: threadKeys.quotes(threadId, visit),
    queryFn: ({ pageParam, signal }) =>
      request(routes.listThreadQuotes, {
        params: { threadId },
        query: { size: threadsPageSize, ...cursorParam(pageParam) },
        signal,
      }),
  });
}
