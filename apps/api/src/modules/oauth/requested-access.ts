import type { AuthorizationRequest, RequestedAccess } from '@skein/contracts/oauth';
import type { Database } from '@skein/db';
import { ValidationError } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { ResponseMessage } from '../../platform/messages.ts';
import { requireScopes } from './apps.ts';
import { findApp } from './oauth.repository.ts';
import { describeRedirectTarget } from './redirect-uris.policy.ts';

/**
 * What an app asks for. Nothing may be sent to the redirect URI before it has been checked.
 * @throws ValidationError
 */
export async function getRequestedAccess(
  database: Database,
  request: AuthorizationRequest,
): Promise<RequestedAccess> {
  const { client_id: appId, redirect_uri: redirectUri } = request;
  const app = isId(appId) ? await findApp(database, appId) : null;
  if (app === null) throw invalidParameter('client_id', 'error.app.unknown');
  if (!app.redirectUris.includes(redirectUri)) {
    throw invalidParameter('redirect_uri', 'error.app.otherRedirectUri');
  }
  if (request.response_type !== 'code') {
    throw invalidParameter('response_type', 'error.app.responseType');
  }
  // The default method is the insecure `plain`.
  if (request.code_challenge !== undefined && request.code_challenge_method !== 'S256') {
    throw invalidParameter('code_challenge_method', 'error.app.pkceMethod');
  }
  return {
    app: { name: app.name, website: app.website },
    scopes: requireScopes(app, request.scope),
    redirectTarget: describeRedirectTarget(redirectUri),
  };
}

/** An invalid parameter of an authorization request. */
export function invalidParameter(path: string, message: ResponseMessage): ValidationError {
  return new ValidationError([{ path, message }]);
}
