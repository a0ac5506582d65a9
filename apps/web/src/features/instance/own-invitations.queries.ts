import * as routes from '@skein/contracts/routes';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../api/index.ts';

/** The viewer's invitations to the instance, and whether more can be created. */
export const ownInvitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: ({ signal }) => request(routes.listOwnInvitations, { signal }),
});
