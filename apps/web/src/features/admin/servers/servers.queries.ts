import * as routes from '@skein/contracts/routes';
import type { ServerPolicy } from '@skein/contracts/administration';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';
import { adminKey, paging, withCursor } from '../shared/admin.queries.ts';

const serversKey = [...adminKey, 'servers'] as const;

/** Empty texts filter nothing. */
export interface ServerFilter {
  q: string;
  policy: ServerPolicy | '';
}

export function serversQuery(filter: ServerFilter) {
  return infiniteQueryOptions({
    ...paging,
    queryKey: [...serversKey, filter],
    queryFn: ({ pageParam, signal }) =>
      request(routes.listServers, { query: { ...filter, ...withCursor(pageParam) }, signal }),
    select: ({ pages }) =>
      pages.flatMap(({ content }) => content.map((server) => ({ ...server, id: server.domain }))),
  });
}

/** What a policy for a server would concern. */
export function serverEffectQuery(domain: string) {
  return queryOptions({
    queryKey: [...serversKey, 'effect', domain],
    queryFn: ({ signal }) => request(routes.getServerEffect, { params: { domain }, signal }),
  });
}

export const federationModeQuery = queryOptions({
  queryKey: [...serversKey, 'mode'],
  queryFn: ({ signal }) => request(routes.getFederationMode, { signal }),
});
