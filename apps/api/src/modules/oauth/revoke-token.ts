import type { Database } from '@skein/db';
import type { Clock } from '../../platform/clock.ts';
import { isId } from '../../platform/ids.ts';
import { hashSecret, matchesHash, readTokenId } from './app-tokens.ts';
import type { OauthParameters, OauthResponse } from './oauth-server.ts';
import { accessTokenLifetimeMs } from './refresh-tokens.ts';
import {
  deleteToken,
  findApp,
  findAppToken,
  findLiveAppSession,
  revokeAppSession,
} from './oauth.repository.ts';
import type { App } from './oauth.repository.ts';
import { findStoredRefreshToken } from './refresh-tokens.repository.ts';

interface Dependencies {
  database: Database;
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
  const { database, sessionCache, clock } = dependencies;
  const app = await findAuthenticatedApp(database, parameters);
  if (app === null) return unauthorized;
  const token = await findToken(dependencies, parameters['token']);
  if (token === null) return { status: 200, body: {} };
  if (token.appId !== app.id) return unauthorized;
  if (token.sessionId === null) {
    await deleteToken(database, token.id);
  } else {
    await revokeAppSession(database, token.sessionId, clock.now());
    sessionCache.forget(token.sessionId);
  }
  return { status: 200, body: {} };
}

/** RFC 7662. An app learns about its own tokens only. */
export async function introspectToken(
  dependencies: Dependencies,
  parameters: OauthParameters,
): Promise<OauthResponse> {
  const app = await findAuthenticatedApp(dependencies.database, parameters);
  if (app === null) {
    return {
      status: 401,
      body: { error: 'invalid_client', error_description: 'Client authentication failed' },
    };
  }
  const token = await findToken(dependencies, parameters['token']);
  if (token === null || token.appId !== app.id || !token.isActive) {
    return { status: 200, body: { active: false } };
  }
  const { scopes, issuedAt, expiresAt, userId } = token;
  return {
    status: 200,
    body: {
      active: true,
      scope: scopes.join(' '),
      client_id: app.id,
      token_type: 'Bearer',
      iat: toSeconds(issuedAt),
      iss: dependencies.issuer,
      ...(expiresAt !== null && { exp: toSeconds(expiresAt) }),
      ...(userId !== null && { sub: userId }),
    },
  };
}

const toSeconds = (date: Date) => Math.floor(date.getTime() / 1000);

/** The app with this id and secret. */
async function findAuthenticatedApp(
  database: Database,
  { client_id: id, client_secret: secret }: OauthParameters,
): Promise<App | null> {
  if (typeof id !== 'string' || typeof secret !== 'string' || !isId(id)) return null;
  const app = await findApp(database, id);
  return app !== null && matchesHash(secret, app.secretHash) ? app : null;
}

interface FoundToken {
  id: string;
  appId: string;
  sessionId: string | null;
  /** Null for a token of the app itself. */
  userId: string | null;
  isActive: boolean;
  scopes: string[];
  issuedAt: Date;
  expiresAt: Date | null;
}

/** An access token or a refresh token. */
async function findToken(
  dependencies: Pick<Dependencies, 'database' | 'clock'>,
  text: unknown,
): Promise<FoundToken | null> {
  if (typeof text !== 'string') return null;
  const { database, clock } = dependencies;
  const id = readTokenId(text);
  if (id === null) {
    const found = await findStoredRefreshToken(database, hashSecret(text));
    if (found === null) return null;
    const { tokenId, app, userId, scopes, createdAt: issuedAt, usedAt } = found;
    const isActive = usedAt === null;
    const ids = { id: tokenId, sessionId: tokenId, appId: app.id, userId };
    return { ...ids, scopes, isActive, issuedAt, expiresAt: null };
  }
  const token = await findAppToken(database, id, clock.now());
  if (token === null || !matchesHash(text, token.tokenHash)) return null;
  const { appId, sessionId, scopes, createdAt, expiresAt } = token;
  const session = sessionId && (await findLiveAppSession(database, sessionId, clock.now()));
  const renewedAt = expiresAt && new Date(expiresAt.getTime() - accessTokenLifetimeMs);
  return {
    id,
    appId,
    sessionId,
    scopes,
    expiresAt,
    userId: session ? session.userId : null,
    isActive: sessionId === null || Boolean(session),
    issuedAt: renewedAt ?? createdAt,
  };
}
