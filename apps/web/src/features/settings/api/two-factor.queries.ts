import type { getTwoFactorStatus } from '@skein/contracts/auth';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';

/** Whether the viewer has two-factor authentication. */
export const twoFactorQuery = queryOptions({
  queryKey: ['two-factor'],
  queryFn: ({ signal }) =>
    request<typeof getTwoFactorStatus>({ method: 'GET', path: '/auth/two-factor', signal }),
});
