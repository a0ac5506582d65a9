import type { AuthorizationRequest, RequestedAccess } from '@skein/contracts/oauth';
import OAuth2Server from '@node-oauth/oauth2-server';
import { ValidationError } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { requireScopes } from './apps.ts';
import type { OauthRepository } from './oauth.repository.ts';
import { requireOauthError } from './oauth-errors.ts';
import { describeRedirectTarget } from './redirect-uris.policy.ts';

/**
 * What an app asks for. Nothing may be sent to the redirect URI before it has been checked.
 * @throws ValidationError
 */
export async function getRequestedAccess(
  repository: Pick<OauthRepository, 'findApp'>,
  request: AuthorizationRequest,
): Promise<RequestedAccess> {
  const { client_id: appId, redirect_uri: redirectUri } = request;
  const app = isId(appId) ? await repository.findApp(appId) : null;
  if (app === null) throw invalid('client_id', 'This app is not registered here.');
  if (!app.redirectUris.includes(redirectUri)) {
    throw invalid('redirect_uri', 'The app has not registered this redirect URI.');
  }
  if (request.response_type !== 'code') {
    throw invalid('response_type', 'The app must ask for a code.');
  }
  return {
    app: { name: app.name, website: app.website },
    scopes: requireScopes(app, request.scope),
    redirectTarget: describeRedirectTarget(redirectUri),
  };
}

/**
 * Grants or denies what an app asks for, and returns the redirect URI with the code or the error.
 * @throws ValidationError
 */
export async function decideAuthorization(
  { server, toLibraryUri }: { server: OAuth2Server; toLibraryUri: (uri: string) => string },
  { userId, sessionId }: Viewer,
  { isGranted, ...parameters }: AuthorizationRequest & { isGranted: boolean },
): Promise<string> {
  const response = new OAuth2Server.Response();
  const redirect = { redirect_uri: toLibraryUri(parameters.redirect_uri) };
  const body = { ...parameters, ...redirect, ...(!isGranted && { allowed: 'false' }) };
  const request = new OAuth2Server.Request({ headers: {}, method: 'POST', query: {}, body });
  const user = { handle: async () => ({ userId, sessionId }) };
  try {
    await server.authorize(request, response, { authenticateHandler: user });
  } catch (error) {
    const known = requireOauthError(error);
    if (!(known instanceof OAuth2Server.AccessDeniedError)) {
      throw invalid('client_id', 'The app has sent an invalid request.');
    }
  }
  const location: unknown = response.get('Location');
  if (typeof location !== 'string') throw new Error('The library has not redirected.');
  return location;
}

function invalid(path: string, message: string): ValidationError {
  return new ValidationError([{ path, message }]);
}
