import * as routes from '@skein/contracts/routes';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../api/index.ts';
import { userKeys } from '../users/user-cache.ts';

/** The servers that the viewer has blocked. */
export const blockedServersQuery = queryOptions({
  queryKey: [...userKeys.all, 'blocked-servers'],
  queryFn: ({ signal }) => request(routes.listBlockedServers, { signal }),
});
