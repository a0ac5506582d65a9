import type { listIdentities } from '@skein/contracts/auth';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';

/** The viewer's accounts at OpenID Connect providers. */
export const identitiesQuery = queryOptions({
  queryKey: ['identities'],
  queryFn: ({ signal }) =>
    request<typeof listIdentities>({ method: 'GET', path: '/auth/identities', signal }),
});
