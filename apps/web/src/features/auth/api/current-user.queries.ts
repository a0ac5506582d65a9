import type { getCurrentUser } from '@skein/contracts/users';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';
import { saveSessionUser } from '../../../lib/session/index.ts';

/** The signed-in user. Each response also updates the stored copy. */
export const currentUserQuery = queryOptions({
  queryKey: ['current-user'],
  queryFn: async ({ signal }) => {
    const user = await request<typeof getCurrentUser>({ method: 'GET', path: '/users/me', signal });
    saveSessionUser(user);
    return user;
  },
});
