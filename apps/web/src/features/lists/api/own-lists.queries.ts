import { queryOptions } from '@tanstack/react-query';
import type { listUserLists } from '@skein/contracts/lists';
import { request } from '../../../api/index.ts';

export const listsKey = ['lists'];

/** The viewer's lists, in their order. */
export const listsQuery = queryOptions({
  queryKey: [...listsKey, 'own'],
  queryFn: ({ signal }) => request<typeof listUserLists>({ method: 'GET', path: '/lists', signal }),
  staleTime: 300_000,
});
