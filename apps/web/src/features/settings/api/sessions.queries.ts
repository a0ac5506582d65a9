import type { listSessions } from '@skein/contracts/auth';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';

/** Where the viewer is signed in, the latest use first. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) =>
    request<typeof listSessions>({ method: 'GET', path: '/auth/sessions', signal }),
});
