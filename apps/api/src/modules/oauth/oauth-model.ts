import type OAuth2Server from '@node-oauth/oauth2-server';
import type { Clock } from '../../platform/clock.ts';
import { isId } from '../../platform/ids.ts';
import { lockAccounts } from '../users/index.ts';
import { hashSecret, matchesHash, newAppToken, newSecret, readTokenId } from './app-tokens.ts';
import { requireScopes } from './apps.ts';
import type { App, OauthRepository } from './oauth.repository.ts';
import { appTokenDays } from './retention.repository.ts';

const codeLifetimeMs = 60_000;
const appTokenLifetimeMs = appTokenDays * 24 * 60 * 60 * 1000;
// Mastodon's tokens do not expire, so apps do not expect it. A job ends sessions that are not used.
export const noExpiry = new Date('9999-01-01');

const grants = ['authorization_code', 'client_credentials'];

interface Dependencies {
  repository: OauthRepository;
  clock: Clock;
  /** Replaces the out-of-band URI by the page that shows the code. */
  toLibraryUri: (uri: string) => string;
}

/** Who grants access: a session, or for client credentials nobody. */
type Grantor = { sessionId: string; userId: string } | { isApp: true };

type Model = OAuth2Server.AuthorizationCodeModel & OAuth2Server.ClientCredentialsModel;

/** What the OAuth library stores and looks up. Secrets, codes and tokens are stored as hashes. */
export function createOauthModel(dependencies: Dependencies): Model {
  return {
    ...clientFunctions(dependencies),
    ...codeFunctions(dependencies),
    ...tokenFunctions(dependencies),
  };
}

function clientFunctions({ repository, toLibraryUri }: Dependencies) {
  return {
    /** Without a secret only for a code with PKCE, which the library checks. */
    async getClient(id, secret: string | null | undefined) {
      const app = isId(id) ? await repository.findApp(id) : null;
      if (app === null) return null;
      const isWrong =
        secret !== null && secret !== undefined && !matchesHash(secret, app.secretHash);
      return isWrong ? null : toClient(app);
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

function codeFunctions({ repository, clock }: Dependencies) {
  return {
    generateAuthorizationCode: async () => newSecret(),
    async saveAuthorizationCode(code, client, user) {
      const grantor = toGrantor(user);
      if (!('sessionId' in grantor)) return null;
      const expiresAt = new Date(clock.now().getTime() + codeLifetimeMs);
      await repository.insertCode({
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
      const code = await repository.findCode(hashSecret(authorizationCode), clock.now());
      if (code === null) return null;
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

    revokeAuthorizationCode: ({ authorizationCode }) =>
      repository.deleteCode(hashSecret(authorizationCode)),
  } satisfies Partial<Model>;
}

function tokenFunctions({ repository, clock }: Dependencies) {
  return {
    generateAccessToken: async () => newAppToken(),
    // Tokens do not expire, so there is nothing to refresh.
    generateRefreshToken: async () => '',

    async saveToken(token, client, user) {
      const isSaved = await saveToken({ repository, clock }, token, client, toGrantor(user));
      if (!isSaved) return null;
      const { accessToken, scope = [] } = token;
      const isApp = 'isApp' in toGrantor(user);
      return {
        accessToken,
        scope,
        client,
        user,
        ...(isApp && { accessTokenExpiresAt: new Date(Date.now() + appTokenLifetimeMs) }),
      };
    },

    // Requests are authenticated by `resolveViewer`.
    getAccessToken: async () => null,
  } satisfies Partial<Model>;
}

/** False when the granting session has ended meanwhile. */
async function saveToken(
  { repository, clock }: Pick<Dependencies, 'repository' | 'clock'>,
  { accessToken, scope: scopes = [] }: OAuth2Server.Token,
  client: OAuth2Server.Client,
  grantor: Grantor,
): Promise<boolean> {
  const id = readTokenId(accessToken);
  if (id === null) throw new Error('The library did not use the generated token.');
  const token = { id, appId: client.id, tokenHash: hashSecret(accessToken), scopes };
  const now = clock.now();
  if (!('sessionId' in grantor)) {
    await repository.insertAppToken(token, now);
    return true;
  }
  const { userId, sessionId } = grantor;
  return repository.transaction(async (tx) => {
    // A concurrent end of all sessions waits for this lock and then ends the new session too.
    await lockAccounts(tx, [userId]);
    if (!(await repository.isOpenSession(tx, sessionId, now))) return false;
    await repository.insertUserToken(tx, token, { userId, now, expiresAt: noExpiry });
    return true;
  });
}

function toClient(app: App): OAuth2Server.Client {
  return { ...app, grants };
}

// The library passes on what the model has returned.
function toApp(client: OAuth2Server.Client): App {
  return client as unknown as App;
}

function toGrantor(user: OAuth2Server.User): Grantor {
  return user as Grantor;
}
