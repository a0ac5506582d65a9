import * as routes from '@skein/contracts/routes';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';

/** The apps that may act for the viewer, the last used first. */
export const authorizedAppsQuery = queryOptions({
  queryKey: ['authorized-apps'],
  queryFn: ({ signal }) => request(routes.listAuthorizedApps, { signal }),
});
