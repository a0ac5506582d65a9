import * as routes from '@skein/contracts/routes';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';

/** Whether the viewer's email address is verified. */
export const emailQuery = queryOptions({
  queryKey: ['email'],
  queryFn: ({ signal }) => request(routes.getEmailStatus, { signal }),
});
