import * as routes from '@skein/contracts/routes';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';

/** The aliases of the viewer's account, and where it has moved to. */
export const accountMoveQuery = queryOptions({
  queryKey: ['account-move'],
  queryFn: ({ signal }) => request(routes.getAccountMove, { signal }),
});
