import * as routes from '@skein/contracts/routes';
import type { suggestUsernames } from '@skein/contracts/auth';
import type { RouteRequest, RouteResponse } from '@skein/contracts/http';
import { request } from '../../../api/index.ts';

export type UsernameSuggestions = RouteResponse<typeof suggestUsernames>;

/** Usernames that a new account can have. */
export function loadUsernames(
  query: RouteRequest<typeof suggestUsernames>['query'],
  signal: AbortSignal,
): Promise<UsernameSuggestions> {
  return request(routes.suggestUsernames, { query, signal });
}
