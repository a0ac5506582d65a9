import type { listAuthorizedApps } from '@skein/contracts/oauth';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';

/** The apps that may act for the viewer, the last used first. */
export const authorizedAppsQuery = queryOptions({
  queryKey: ['authorized-apps'],
  queryFn: ({ signal }) =>
    request<typeof listAuthorizedApps>({ method: 'GET', path: '/oauth/authorized-apps', signal }),
});
