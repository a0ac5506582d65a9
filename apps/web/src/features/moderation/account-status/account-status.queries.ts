import * as routes from '@skein/contracts/routes';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';

/** The state of the viewer's account and the actions of moderators on it. */
export const accountStatusQuery = queryOptions({
  queryKey: ['account-status'],
  queryFn: ({ signal }) => request(routes.getAccountStatus, { signal }),
});

export function appealOwnStrike(strikeId: string, text: string) {
  return request(routes.appealStrike, { params: { strikeId }, body: { text } });
}
