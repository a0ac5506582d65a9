import * as routes from '@skein/contracts/routes';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../api/index.ts';
import { userKeys } from './user-cache.ts';

/** The profile of a user, limited to what the viewer may see. */
export function profileQuery(userIdOrUsername: string) {
  return queryOptions({
    queryKey: userKeys.profile(userIdOrUsername),
    queryFn: ({ signal }) => request(routes.getProfile, { params: { userIdOrUsername }, signal }),
  });
}
