import type { AuthorizationRequest } from '@skein/contracts/oauth';
import OAuth2Server from '@node-oauth/oauth2-server';
import type { Viewer } from '../../platform/viewer.ts';
import type { Model } from './oauth-model.ts';
import { invalidParameter } from './requested-access.ts';

/** The parameters of a request to the token, revocation or introspection endpoint. */
export type OauthParameters = Readonly<Record<string, unknown>>;

/** A response of an OAuth endpoint, also for an error (RFC 6749, 5.2). */
export interface OauthResponse {
  status: number;
  body: Record<string, unknown>;
}

export interface AuthorizationDecision extends AuthorizationRequest {
  isGranted: boolean;
}

export type OauthServer = ReturnType<typeof createOauthServer>;

/** The steps of OAuth that the library checks. */
export function createOauthServer(model: Model, toLibraryUri: (uri: string) => string) {
  const server = new OAuth2Server({ model, allowEmptyState: true });
  return {
    decide: (viewer: Viewer, decision: AuthorizationDecision) =>
      decide({ server, toLibraryUri }, viewer, decision),
    exchangeToken: (parameters: OauthParameters, authorization: string | undefined) =>
      exchangeToken({ server, toLibraryUri }, parameters, authorization),
  };
}

interface Dependencies {
  server: OAuth2Server;
  toLibraryUri: (uri: string) => string;
}

/**
 * Grants or denies what an app asks for, and returns the redirect URI with the code or the error.
 * @throws ValidationError
 */
async function decide(
  { server, toLibraryUri }: Dependencies,
  { userId, sessionId }: Viewer,
  { isGranted, ...parameters }: AuthorizationDecision,
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
      throw invalidParameter('client_id', 'error.app.invalidRequest');
    }
  }
  const location: unknown = response.get('Location');
  if (typeof location !== 'string') throw new Error('The library has not redirected.');
  return location;
}

/** JSON can contain other types, which the library would take for texts. */
const textParameters = [
  'grant_type',
  'client_id',
  'client_secret',
  'code',
  'code_verifier',
  'redirect_uri',
  'refresh_token',
  'scope',
];

const isTextOrMissing = (value: unknown) =>
  value === undefined || value === null || typeof value === 'string';

/** Exchanges a code, a refresh token, or the credentials of an app, for an access token. */
async function exchangeToken(
  { server, toLibraryUri }: Dependencies,
  parameters: OauthParameters,
  authorization: string | undefined,
): Promise<OauthResponse> {
  // The library accepts only the form encoding of RFC 6749; apps also send JSON and multipart forms.
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': '1',
    ...(authorization !== undefined && { authorization }),
  };
  const { redirect_uri: uri } = parameters;
  const mistyped = textParameters.find((name) => !isTextOrMissing(parameters[name]));
  if (mistyped !== undefined) {
    const description = `Invalid parameter: \`${mistyped}\``;
    return { status: 400, body: { error: 'invalid_request', error_description: description } };
  }
  const body = {
    ...parameters,
    ...(typeof uri === 'string' && { redirect_uri: toLibraryUri(uri) }),
  };
  const request = new OAuth2Server.Request({ headers, method: 'POST', query: {}, body });
  try {
    const response = new OAuth2Server.Response();
    // An app that signed in without its secret refreshes without it; the model checks that.
    await server.token(request, response, {
      requireClientAuthentication: { refresh_token: false },
    });
    // The library types the body as `any`.
    const sent = { ...(response.body as object), created_at: Math.floor(Date.now() / 1000) };
    return { status: 200, body: sent };
  } catch (error) {
    const { name, message, code } = requireOauthError(error);
    return { status: code, body: { error: name, error_description: message } };
  }
}

/**
 * An error that the client has caused. Throws any other error, such as an outage of the database,
 * which the library has wrapped.
 */
function requireOauthError(error: unknown): OAuth2Server.OAuthError {
  if (!(error instanceof OAuth2Server.OAuthError)) throw error;
  if (error instanceof OAuth2Server.ServerError) {
    // The property is missing in the library's type declarations.
    throw 'inner' in error && error.inner instanceof Error ? error.inner : error;
  }
  return error;
}
