import type { exchangeSession, login, register } from '@skein/contracts/auth';
import type { RouteRequest } from '@skein/contracts/http';
import type { CurrentUser, getCurrentUser } from '@skein/contracts/users';
import { request } from '../../../api/index.ts';
import { saveSession } from '../../../lib/session/index.ts';

type Credentials = RouteRequest<typeof login>['body'];
type Registration = RouteRequest<typeof register>['body'];

/** Signs in and keeps the session; answers with the person. */
export async function signIn(body: Credentials): Promise<CurrentUser> {
  const answer = await request<typeof login>({ method: 'POST', path: '/auth/login', body });
  saveSession(answer);
  return answer.user;
}

/** Creates an account and keeps its session; answers with the person. */
export async function signUp(body: Registration): Promise<CurrentUser> {
  const answer = await request<typeof register>({ method: 'POST', path: '/auth/register', body });
  saveSession(answer);
  return answer.user;
}

/** Whose a handed-over token is. Nothing is kept yet. */
export function findTokenOwner(token: string, signal: AbortSignal): Promise<CurrentUser> {
  return request<typeof getCurrentUser>({ method: 'GET', path: '/users/me', token, signal });
}

/** Takes up the session that a handed-over token stands for. */
export async function signInWithToken(token: string): Promise<CurrentUser> {
  const answer = await request<typeof exchangeSession>({
    method: 'POST',
    path: '/auth/session',
    token,
  });
  saveSession(answer);
  return answer.user;
}
