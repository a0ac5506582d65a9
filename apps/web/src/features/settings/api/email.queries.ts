import type { getEmailStatus } from '@skein/contracts/auth';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';

/** Whether the viewer's email address is verified. */
export const emailQuery = queryOptions({
  queryKey: ['email'],
  queryFn: ({ signal }) =>
    request<typeof getEmailStatus>({ method: 'GET', path: '/auth/email', signal }),
});
