import { scopes } from '@skein/contracts/scopes';
import { z } from 'zod';
import { MastodonResponse, defineMastodonRoute } from '../../http/mastodon/mastodon-route.ts';
import type { BindMastodon } from '../../http/mastodon/bind-mastodon.ts';
import type { Author, UsersModule } from '../users/index.ts';
import type { OauthParameters, OauthResponse } from './oauth-server.ts';
import type { OauthModule } from './oauth.module.ts';

const parameters = z.record(z.string(), z.unknown());

const authMethods = ['client_secret_basic', 'client_secret_post'];

const endpoint = (name: string, policy: { awaitedBy?: 'viewer' } = {}) =>
  defineMastodonRoute({
    id: `oauth.${name}`,
    method: 'POST',
    path: `/oauth/${name}`,
    auth: 'none',
    ...policy,
    fields: parameters,
  });

const metadata = defineMastodonRoute({
  id: 'oauth.metadata',
  method: 'GET',
  path: '/.well-known/oauth-authorization-server',
  auth: 'none',
  limit: 'public',
});

const userInfo = {
  path: '/oauth/userinfo',
  auth: 'bearer',
  scope: 'profile',
} as const;

const userInfoRoutes = [
  defineMastodonRoute({ id: 'oauth.userInfo.get', method: 'GET', ...userInfo }),
  defineMastodonRoute({
    id: 'oauth.userInfo.post',
    method: 'POST',
    ...userInfo,
    whenFrozen: 'allowed',
    awaitedBy: 'viewer',
  }),
];

/** The endpoints of the OAuth standards, outside of the API. */
export function oauthProtocolRoutes(
  bindMastodon: BindMastodon,
  oauth: OauthModule,
  users: Pick<UsersModule, 'getAuthor'>,
): void {
  bindMastodon(endpoint('token', { awaitedBy: 'viewer' }), async ({ fields, authorization }) =>
    toResponse(await oauth.exchangeToken(fields, authorization)),
  );
  bindMastodon(endpoint('revoke'), async ({ fields, authorization }) =>
    toResponse(await oauth.revokeToken({ ...fields, ...readCredentials(authorization) })),
  );
  bindMastodon(endpoint('introspect'), async ({ fields, authorization }) =>
    toResponse(await oauth.introspectToken({ ...fields, ...readCredentials(authorization) })),
  );
  bindMastodon(metadata, async () => describeServer(oauth.issuer));
  for (const route of userInfoRoutes) {
    bindMastodon(route, async ({ viewer }) =>
      toUserInfo(await users.getAuthor(viewer, viewer.userId), oauth.issuer),
    );
  }
}

/** The id and secret of an app as RFC 6749, 2.3.1 sends them. They need no form encoding. */
function readCredentials(authorization = ''): OauthParameters {
  const encoded = /^Basic ([\w+/=-]+)$/i.exec(authorization)?.[1] ?? '';
  const [id, secret] = Buffer.from(encoded, 'base64').toString('utf8').split(':', 2);
  return secret === undefined ? {} : { client_id: id, client_secret: secret };
}

function toResponse({ status, body }: OauthResponse): MastodonResponse {
  return new MastodonResponse(body, { status, headers: { 'Cache-Control': 'no-store' } });
}

/** The claims of OpenID Connect, as Mastodon fills them in. */
function toUserInfo({ name, username, picture }: Author, issuer: string): object {
  const profile = `${issuer}/profile/${username}`;
  return {
    iss: issuer,
    sub: profile,
    name,
    preferred_username: username,
    profile,
    ...(picture !== null && { picture: `${issuer}${picture}` }),
  };
}

/** RFC 8414. */
function describeServer(issuer: string): object {
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    introspection_endpoint: `${issuer}/oauth/introspect`,
    userinfo_endpoint: `${issuer}/oauth/userinfo`,
    app_registration_endpoint: `${issuer}/api/v1/apps`,
    scopes_supported: scopes,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'client_credentials', 'refresh_token'],
    token_endpoint_auth_methods_supported: [...authMethods, 'none'],
    revocation_endpoint_auth_methods_supported: authMethods,
    introspection_endpoint_auth_methods_supported: authMethods,
    code_challenge_methods_supported: ['S256'],
    service_documentation: `${issuer}/api/docs`,
  };
}
