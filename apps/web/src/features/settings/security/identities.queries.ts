import * as routes from '@skein/contracts/routes';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';

/** The viewer's accounts at OpenID Connect providers. */
export const identitiesQuery = queryOptions({
  queryKey: ['identities'],
  queryFn: ({ signal }) => request(routes.listIdentities, { signal }),
});
