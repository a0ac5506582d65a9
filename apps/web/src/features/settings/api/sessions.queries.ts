import type { listSessions } from '@skein/contracts/auth';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';

/** The viewer's sessions, most recently used first. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) =>
    request<typeof listSessions>({ method: 'GET', path: '/auth/sessions', signal }),
});
