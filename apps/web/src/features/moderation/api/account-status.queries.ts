import type { appealStrike, getAccountStatus } from '@skein/contracts/moderation';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';

/** The state of the viewer's account and the actions of moderators on it. */
export const accountStatusQuery = queryOptions({
  queryKey: ['account-status'],
  queryFn: ({ signal }) =>
    request<typeof getAccountStatus>({ method: 'GET', path: '/users/me/status', signal }),
});

export function appealOwnStrike(strikeId: string, text: string) {
  return request<typeof appealStrike>({
    method: 'POST',
    path: '/users/me/strikes/{strikeId}/appeal',
    params: { strikeId },
    body: { text },
  });
}
