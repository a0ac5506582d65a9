import type { listPasskeys } from '@skein/contracts/auth';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';

/** The viewer's passkeys, oldest first. */
export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: ({ signal }) =>
    request<typeof listPasskeys>({ method: 'GET', path: '/auth/passkeys', signal }),
});
