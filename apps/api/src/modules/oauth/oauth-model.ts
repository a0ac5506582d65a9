import type OAuth2Server from '@node-oauth/oauth2-server';
import { offlineAccess } from '@skein/contracts/scopes';
import { isId } from '../../platform/ids.ts';
import { lockAccounts } from '../users/index.ts';
import { hashSecret, matchesHash, newAppToken, newSecret, readTokenId } from './app-tokens.ts';
import { requireScopes } from './apps.ts';
import {
  consumeCode,
  findApp,
  findCode,
  insertAppToken,
  insertCode,
  insertUserToken,
  isOpenSession,
  lockCode,
  revokeCode,
} from './oauth.repository.ts';
import type { App } from './oauth.repository.ts';
import {
  accessTokenLifetimeMs,
  findRefreshToken,
  invalidGrant,
  replaceTokens,
} from './refresh-tokens.ts';
import { insertRefreshToken } from './refresh-tokens.repository.ts';
import type { RefreshDependencies, Refresher } from './refresh-tokens.ts';
import { appTokenDays } from './retention.repository.ts';
import { dayMs } from '../../platform/clock.ts';

const codeLifetimeMs = 60_000;
const appTokenLifetimeMs = appTokenDays * dayMs;
// Mastodon's tokens do not expire, so apps expect it only if they ask for a refresh token. A job ends sessions
// that are not used.
export const noExpiry = new Date('9999-01-01');

// The library compares the expiry with the time of the system, and rounds `expires_in` down.
const roundingMs = 500;

const grants = ['authorization_code', 'client_credentials', 'refresh_token'];

interface Dependencies extends RefreshDependencies {
  /** Replaces the out-of-band URI by the page that shows the code. */
  toLibraryUri: (uri: string) => string;
}

/** Who grants access: a session, a refresh token, or for client credentials nobody. */
type Grantor = { sessionId: string; userId: string } | Refresher | { isApp: true };

/** A client that may have sent its secret. */
type AuthenticatedApp = App & { isAuthenticated?: boolean };

export type Model = OAuth2Server.AuthorizationCodeModel &
  OAuth2Server.ClientCredentialsModel &
  OAuth2Server.RefreshTokenModel;

/** What the OAuth library stores and looks up. Secrets, codes and tokens are stored as hashes. */
export function createOauthModel(dependencies: Dependencies): Model {
  return {
    ...clientFunctions(dependencies),
    ...codeFunctions(dependencies),
    ...tokenFunctions(dependencies),
  };
}

function clientFunctions({ database, toLibraryUri }: Dependencies) {
  return {
    /** The secret may be absent only for a code with PKCE, which the library checks, or for a refresh token. */
    async getClient(id, secret: string | null | undefined) {
      const app = isId(id) ? await findApp(database, id) : null;
      if (app === null) return null;
      const isAuthenticated = secret !== undefined && secret !== null;
      if (isAuthenticated && !matchesHash(secret, app.secretHash)) return null;
      return { ...toClient(app), isAuthenticated };
    },

    validateRedirectUri: async (uri, client) =>
      toApp(client).redirectUris.map(toLibraryUri).includes(uri),

    async validateScope(_user, client, scope) {
      try {
        return requireScopes(toApp(client), scope?.join(' '));
      } catch {
        return null;
      }
    },

    getUserFromClient: async () => ({ isApp: true }),
  } satisfies Partial<Model>;
}

function codeFunctions({ database, sessionCache, clock }: Dependencies) {
  /** Revokes the token that the code has issued if the code was used before (RFC 6749, 4.1.2). */
  async function rejectUsedCode(codeHash: Uint8Array<ArrayBuffer>): Promise<void> {
    const ended = await revokeCode(database, codeHash, clock.now());
    for (const id of ended) sessionCache.forget(id);
  }

  return {
    generateAuthorizationCode: async () => newSecret(),
    async saveAuthorizationCode(code, client, user) {
      const grantor = toGrantor(user);
      if (!('sessionId' in grantor)) return null;
      const expiresAt = new Date(clock.now().getTime() + codeLifetimeMs);
      await insertCode(database, {
        codeHash: hashSecret(code.authorizationCode),
        appId: client.id,
        sessionId: grantor.sessionId,
        redirectUri: code.redirectUri,
        scopes: code.scope ?? [],
        codeChallenge: code.codeChallenge ?? null,
        expiresAt,
      });
      return { ...code, expiresAt, client, user };
    },

    async getAuthorizationCode(authorizationCode) {
      const codeHash = hashSecret(authorizationCode);
      const code = await findCode(database, codeHash, clock.now());
      if (code === null) {
        await rejectUsedCode(codeHash);
        return null;
      }
      const { app, redirectUri, scopes: scope, expiresAt, codeChallenge } = code;
      return {
        authorizationCode,
        client: toClient(app),
        user: { sessionId: code.sessionId, userId: code.userId },
        redirectUri,
        scope,
        expiresAt,
        ...(codeChallenge !== null && { codeChallenge, codeChallengeMethod: 'S256' }),
      };
    },

    async revokeAuthorizationCode({ authorizationCode }) {
      const codeHash = hashSecret(authorizationCode);
      const isFirstUse = await consumeCode(database, codeHash, clock.now());
      if (!isFirstUse) await rejectUsedCode(codeHash);
      return isFirstUse;
    },
  } satisfies Partial<Model>;
}

function tokenFunctions(dependencies: Dependencies) {
  return {
    async generateAccessToken(_client, user) {
      const grantor = toGrantor(user);
      return newAppToken('tokenId' in grantor ? grantor.tokenId : undefined);
    },

    async generateRefreshToken(_client, user, scope) {
      return 'tokenId' in toGrantor(user) || scope.includes(offlineAccess) ? newSecret() : '';
    },

    async saveToken(token, client, user) {
      const grantor = toGrantor(user);
      await saveToken(dependencies, token, client, grantor);
      const { accessToken, refreshToken, scope = [] } = token;
      const lifetimeMs = 'isApp' in grantor ? appTokenLifetimeMs : accessTokenLifetimeMs;
      const expires = 'isApp' in grantor || isSent(refreshToken);
      return {
        accessToken,
        scope,
        client,
        user,
        ...(expires && { accessTokenExpiresAt: new Date(Date.now() + lifetimeMs + roundingMs) }),
        ...(isSent(refreshToken) && { refreshToken }),
      };
    },

    async getRefreshToken(refreshToken) {
      const found = await findRefreshToken(dependencies, refreshToken);
      if (found === null) return null;
      const { tokenId, userId, app, scopes: scope } = found;
      return {
        refreshToken,
        client: toClient(app),
        user: { refreshToken, tokenId, userId },
        scope,
      };
    },
    // `saveToken` replaces it in one transaction.
    revokeToken: async () => true,

    // Requests are authenticated by `resolveViewer`.
    getAccessToken: async () => null,
  } satisfies Partial<Model>;
}

/** @throws InvalidGrantError of the library */
async function saveToken(
  dependencies: Dependencies,
  { accessToken, refreshToken, authorizationCode, scope: scopes = [] }: OAuth2Server.Token,
  client: OAuth2Server.Client,
  grantor: Grantor,
): Promise<void> {
  const { database, clock } = dependencies;
  const id = readTokenId(accessToken);
  if (id === null) throw new Error('The library did not use the generated token.');
  const token = { id, appId: client.id, tokenHash: hashSecret(accessToken), scopes };
  const isAuthenticated = toApp(client).isAuthenticated === true;
  if ('isApp' in grantor) return insertAppToken(database, token, clock.now());
  if ('tokenId' in grantor) {
    const refresh = { tokenHash: hashSecret(refreshToken ?? '') };
    return replaceTokens(dependencies, grantor, { access: token, refresh, isAuthenticated });
  }
  const { userId, sessionId } = grantor;
  // The library types the code as `any`.
  const code: unknown = authorizationCode;
  if (typeof code !== 'string') throw new Error('The library did not name the code.');
  const codeHash = hashSecret(code);
  const isSaved = await database.$transaction(async (tx) => {
    // A concurrent end of all sessions waits for this lock and then ends the new session too.
    await lockAccounts(tx, [userId]);
    const now = clock.now();
    if (!(await isOpenSession(tx, sessionId, now))) return false;
    if (!(await lockCode(tx, codeHash))) return false;
    await insertUserToken(tx, { ...token, codeHash }, { userId, now, expiresAt: noExpiry });
    if (isSent(refreshToken)) {
      const expiresAt = new Date(now.getTime() + accessTokenLifetimeMs);
      const refresh = {
        tokenHash: hashSecret(refreshToken),
        scopes,
        requiresSecret: isAuthenticated,
        generation: 0,
      };
      await insertRefreshToken(tx, { access: { ...token, expiresAt }, refresh }, now);
    }
    return true;
  });
  if (!isSaved) throw await invalidGrant();
}

/** The library needs a text; an empty one is not sent. */
function isSent(refreshToken: string | undefined): refreshToken is string {
  return refreshToken !== undefined && refreshToken !== '';
}

function toClient(app: App): OAuth2Server.Client {
  return { ...app, grants };
}

// The library passes on what the model has returned.
function toApp(client: OAuth2Server.Client): AuthenticatedApp {
  return client as unknown as AuthenticatedApp;
}

function toGrantor(user: OAuth2Server.User): Grantor {
  return user as Grantor;
}
