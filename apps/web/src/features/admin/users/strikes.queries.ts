import * as routes from '@skein/contracts/routes';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';
import { adminKey, paging, withCursor } from '../shared/admin.queries.ts';

export type AppealStatus = 'open' | 'decided';

/** The strikes of an account. */
export function strikesQuery(userId: string) {
  return infiniteQueryOptions({
    ...paging,
    queryKey: [...adminKey, 'strikes', userId],
    queryFn: ({ pageParam, signal }) =>
      request(routes.listStrikes, { params: { userId }, query: withCursor(pageParam), signal }),
    select: ({ pages }) => pages.flatMap(({ content }) => content),
  });
}

export function appealsQuery(status: AppealStatus) {
  return infiniteQueryOptions({
    ...paging,
    queryKey: [...adminKey, 'appeals', status],
    queryFn: ({ pageParam, signal }) =>
      request(routes.listAppeals, { query: { status, ...withCursor(pageParam) }, signal }),
    select: ({ pages }) => pages.flatMap(({ content }) => content),
  });
}
