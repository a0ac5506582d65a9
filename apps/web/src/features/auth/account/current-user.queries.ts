import * as routes from '@skein/contracts/routes';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';
import { saveSessionUser } from '../../../lib/session/index.ts';

/** The signed-in user. Each response also updates the stored copy. */
export const currentUserQuery = queryOptions({
  queryKey: ['current-user'],
  queryFn: async ({ signal }) => {
    const user = await request(routes.getCurrentUser, { signal });
    saveSessionUser(user);
    return user;
  },
});
