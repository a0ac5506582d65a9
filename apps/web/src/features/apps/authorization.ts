import * as routes from '@skein/contracts/routes';
import type { AuthorizationRequest } from '@skein/contracts/oauth';
import { request } from '../../api/index.ts';

/** The parameters with which the app has opened the page. */
export function readAuthorizationRequest(parameters: URLSearchParams): AuthorizationRequest {
  const read = (name: string) => parameters.get(name) ?? '';
  const optional = (name: keyof AuthorizationRequest) => {
    const value = parameters.get(name);
    return value === null ? {} : { [name]: value };
  };
  return {
    response_type: read('response_type'),
    client_id: read('client_id'),
    redirect_uri: read('redirect_uri'),
    ...optional('scope'),
    ...optional('state'),
    ...optional('code_challenge'),
    ...optional('code_challenge_method'),
  };
}

export function loadRequestedAccess(query: AuthorizationRequest, signal: AbortSignal) {
  return request(routes.getRequestedAccess, { query, signal });
}

/** Returns the redirect URI with the code or the error. */
export async function decide(query: AuthorizationRequest, isGranted: boolean): Promise<string> {
  const { redirectUri } = await request(routes.decideAuthorization, {
    body: { ...query, isGranted },
  });
  return redirectUri;
}
