import type { getProfile } from '@skein/contracts/users';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';
import { userKeys } from './user-cache.ts';

/** The profile of a user, limited to what the viewer may see. */
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
