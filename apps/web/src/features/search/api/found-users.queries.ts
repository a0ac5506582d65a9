import { queryOptions } from '@tanstack/react-query';
import { listLimitMax } from '@skein/contracts/limits';
import type { searchUsers } from '@skein/contracts/users';
import { request } from '../../../api/index.ts';
import { userKeys } from '../../users/api/user-keys.ts';

/** People by name or username, the best match first. */
export function foundUsersQuery(q: string) {
  return queryOptions({
    queryKey: [...userKeys.all, 'found', q],
    queryFn: ({ signal }) =>
      request<typeof searchUsers>({
        method: 'GET',
        path: '/users/search',
        query: { q, limit: listLimitMax },
        signal,
      }),
  });
}
