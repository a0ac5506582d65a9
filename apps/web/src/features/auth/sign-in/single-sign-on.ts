import * as routes from '@skein/contracts/routes';
import type { startOidcSignIn } from '@skein/contracts/auth';
import type { RouteRequest } from '@skein/contracts/http';
import { request } from '../../../api/index.ts';

/** Leaves the app for the page of the provider. */
export async function openSingleSignOn(
  body: RouteRequest<typeof startOidcSignIn>['body'],
): Promise<void> {
  const { url } = await request(routes.startOidcSignIn, { body });
  window.location.assign(url);
}

/** Leaves the app for the page of the provider, which links the account there. */
export async function openIdentityLink(password: string): Promise<void> {
  const { url } = await request(routes.startIdentityLink, { body: { password } });
  window.location.assign(url);
}
