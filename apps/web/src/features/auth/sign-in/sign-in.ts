import * as routes from '@skein/contracts/routes';
import type { login, register } from '@skein/contracts/auth';
import type { RouteRequest } from '@skein/contracts/http';
import type { CurrentUser } from '@skein/contracts/users';
import { request } from '../../../api/index.ts';
import { openFirstSteps } from '../../../lib/first-steps.ts';
import { startSession } from './start-session.ts';

type Credentials = RouteRequest<typeof login>['body'];
export type Registration = RouteRequest<typeof register>['body'];

/** Signs in, stores the session and returns the user. */
export async function signIn(body: Credentials): Promise<CurrentUser> {
  const session = await request(routes.login, { body });
  return startSession(session);
}

/**
 * Creates an account, stores its session and returns the user. The feed then shows the first steps. Returns null
 * if the account waits for approval.
 */
export async function signUp(body: Registration): Promise<CurrentUser | null> {
  const session = await request(routes.register, { body });
  if (!('token' in session)) return null;
  openFirstSteps(session.user.id);
  return startSession(session);
}

/** Loads the user of a token from the URL without storing a session. */
export function loadTokenUser(token: string, signal: AbortSignal): Promise<CurrentUser> {
  return request(routes.getCurrentUser, { token, signal });
}

/** Exchanges a token from the URL for a session and stores it. */
export async function signInWithToken(token: string, code?: string): Promise<CurrentUser> {
  const session = await request(routes.exchangeSession, {
    body: code === undefined ? {} : { code },
    token,
  });
  return startSession(session);
}
