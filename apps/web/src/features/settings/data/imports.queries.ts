import * as routes from '@skein/contracts/routes';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';

const refetchIntervalMs = 2000;

/** The viewer's imports. Refetched while one is running. */
export const importsQuery = queryOptions({
  queryKey: ['imports'],
  queryFn: ({ signal }) => request(routes.listImports, { signal }),
  refetchInterval: ({ state }) =>
    state.data?.some(({ status }) => status === 'running') ? refetchIntervalMs : false,
});
