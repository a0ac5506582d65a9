import OAuth2Server from '@node-oauth/oauth2-server';

/**
 * An error that the client has caused. Throws any other error, such as an outage of the database,
 * which the library has wrapped.
 */
export function requireOauthError(error: unknown): OAuth2Server.OAuthError {
  if (!(error instanceof OAuth2Server.OAuthError)) throw error;
  if (error instanceof OAuth2Server.ServerError) {
    // The property is missing in the library's type declarations.
    throw 'inner' in error && error.inner instanceof Error ? error.inner : error;
  }
  return error;
}
