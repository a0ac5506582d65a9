import type { Clock } from '../../platform/clock.ts';
import { isId } from '../../platform/ids.ts';
import { matchesHash, readTokenId } from './app-tokens.ts';
import type { OauthParameters, OauthResponse } from './oauth-server.ts';
import type { App, AppToken, OauthRepository } from './oauth.repository.ts';

interface Dependencies {
  repository: OauthRepository;
  sessionCache: { forget: (sessionId: string) => void };
  clock: Clock;
  issuer: string;
}

const unauthorized: OauthResponse = {
  status: 403,
  body: {
    error: 'unauthorized_client',
    error_description: 'You are not authorized to revoke this token',
  },
};

/** RFC 7009. An unknown token is already revoked. */
export async function revokeToken(
  dependencies: Dependencies,
  parameters: OauthParameters,
): Promise<OauthResponse> {
  const { repository, sessionCache, clock } = dependencies;
  const app = await findAuthenticatedApp(repository, parameters);
  if (app === null) return unauthorized;
  const token = await findToken({ repository, clock }, parameters['token']);
  if (token === null) return { status: 200, body: {} };
  if (token.appId !== app.id) return unauthorized;
  if (token.sessionId === null) {
    await repository.deleteToken(token.id);
  } else {
    await repository.revokeSession(token.sessionId, clock.now());
    sessionCache.forget(token.sessionId);
  }
  return { status: 200, body: {} };
}

/** RFC 7662. An app learns about its own tokens only. */
export async function introspectToken(
  { repository, clock, issuer }: Dependencies,
  parameters: OauthParameters,
): Promise<OauthResponse> {
  const app = await findAuthenticatedApp(repository, parameters);
  if (app === null) {
    return {
      status: 401,
      body: { error: 'invalid_client', error_description: 'Client authentication failed' },
    };
  }
  const inactive: OauthResponse = { status: 200, body: { active: false } };
  const token = await findToken({ repository, clock }, parameters['token']);
  if (token === null || token.appId !== app.id) return inactive;
  const session =
    token.sessionId && (await repository.findLiveSession(token.sessionId, clock.now()));
  if (token.sessionId !== null && !session) return inactive;
  return {
    status: 200,
    body: {
      active: true,
      scope: token.scopes.join(' '),
      client_id: app.id,
      token_type: 'Bearer',
      iat: Math.floor(token.createdAt.getTime() / 1000),
      iss: issuer,
      ...(session && { sub: session.userId }),
    },
  };
}

/** The app with this id and secret. */
async function findAuthenticatedApp(
  repository: OauthRepository,
  { client_id: id, client_secret: secret }: OauthParameters,
): Promise<App | null> {
  if (typeof id !== 'string' || typeof secret !== 'string' || !isId(id)) return null;
  const app = await repository.findApp(id);
  return app !== null && matchesHash(secret, app.secretHash) ? app : null;
}

async function findToken(
  { repository, clock }: Pick<Dependencies, 'repository' | 'clock'>,
  text: unknown,
): Promise<AppToken | null> {
  const id = typeof text === 'string' ? readTokenId(text) : null;
  const token = id === null ? null : await repository.findToken(id, clock.now());
  return token !== null && matchesHash(String(text), token.tokenHash) ? token : null;
}
