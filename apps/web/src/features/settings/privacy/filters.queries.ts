import { queryOptions } from '@tanstack/react-query';
import * as routes from '@skein/contracts/routes';
import { request } from '../../../api/index.ts';

/** The viewer's keyword filters. */
export const filtersQuery = queryOptions({
  queryKey: ['filters'],
  queryFn: ({ signal }) => request(routes.listFilters, { signal }),
});
