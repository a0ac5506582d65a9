import OAuth2Server from '@node-oauth/oauth2-server';
import { requireOauthError } from './oauth-errors.ts';

/** The parameters of a request to the token, revocation or introspection endpoint. */
export type OauthParameters = Readonly<Record<string, unknown>>;

/** A response of an OAuth endpoint, also for an error (RFC 6749, 5.2). */
export interface OauthResponse {
  status: number;
  body: Record<string, unknown>;
}

/** Exchanges a code, or the credentials of an app, for an access token. */
export async function exchangeToken(
  { server, toLibraryUri }: { server: OAuth2Server; toLibraryUri: (uri: string) => string },
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
  const body = {
    ...parameters,
    ...(typeof uri === 'string' && { redirect_uri: toLibraryUri(uri) }),
  };
  const request = new OAuth2Server.Request({ headers, method: 'POST', query: {}, body });
  try {
    const response = new OAuth2Server.Response();
    await server.token(request, response);
    // The library types the body as `any`.
    const sent = { ...(response.body as object), created_at: Math.floor(Date.now() / 1000) };
    return { status: 200, body: sent };
  } catch (error) {
    const { name, message, code } = requireOauthError(error);
    return { status: code, body: { error: name, error_description: message } };
  }
}
