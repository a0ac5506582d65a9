import { queryOptions } from '@tanstack/react-query';
import type { listFilters } from '@skein/contracts/filters';
import { request } from '../../../api/index.ts';

/** The viewer's keyword filters. */
export const filtersQuery = queryOptions({
  queryKey: ['filters'],
  queryFn: ({ signal }) => request<typeof listFilters>({ method: 'GET', path: '/filters', signal }),
});
