import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import * as routes from '@skein/contracts/routes';
import { threadsPageSize } from '@skein/contracts/limits';
import type { UsersPage } from '@skein/contracts/relationships';
import { request } from '../../api/index.ts';
import { threadKeys } from '../threads/cache/thread-keys.ts';
import { cursorParam, visitListOptions } from '../threads/list/list-options.ts';
import { userKeys } from '../users/user-cache.ts';
import { listsKey } from './own-lists.queries.ts';

/** The viewer's lists that contain a user. */
export function listsOfUserQuery(userId: string) {
  return queryOptions({
    queryKey: [...listsKey, 'of-user', userId],
    queryFn: ({ signal }) => request(routes.listListsOfUser, { params: { userId }, signal }),
  });
}

/** The members of a list, the latest first. */
export function listMembersQuery(listId: string) {
  return infiniteQueryOptions({
    queryKey: [...userKeys.all, 'list', listId],
    queryFn: ({ pageParam, signal }) =>
      request(routes.listListMembers, {
        params: { listId },
        query: cursorParam(pageParam),
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page: UsersPage) => page.nextCursor,
    select: ({ pages }) => pages.flatMap((page) => page.content),
  });
}

/** The feed of a list. `visit` is the history entry's key. */
export function listThreadsQuery(listId: string, visit: string) {
  return infiniteQueryOptions({
    ...visitListOptions,
    queryKey: [...threadKeys.lists, 'list', listId, visit],
    queryFn: ({ pageParam, signal }) =>
      request(routes.listListThreads, {
        params: { listId },
        query: { size: threadsPageSize, ...cursorParam(pageParam) },
        signal,
      }),
  });
}
