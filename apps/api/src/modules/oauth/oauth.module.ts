import type { AuthorizationRequest } from '@skein/contracts/oauth';
import type { Database } from '@skein/db';
import type { Clock } from '../../platform/clock.ts';
import { UnauthenticatedError } from '../../platform/errors.ts';
import { loadOnce } from '../../platform/load-once.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { AuthModule, EventOrigin } from '../auth/index.ts';
import { matchesHash, readTokenId } from './app-tokens.ts';
import { registerApp } from './apps.ts';
import type { AppInput } from './apps.ts';
import { listAuthorizedApps, revokeAuthorizedApp } from './authorized-apps.ts';
import { createAccessToken } from './create-access-token.ts';
import type { AccessTokenInput } from './create-access-token.ts';
import { createOauthModel } from './oauth-model.ts';
import type { AuthorizationDecision, OauthParameters } from './oauth-server.ts';
import { createOauthRepository } from './oauth.repository.ts';
import type { App, OauthRepository } from './oauth.repository.ts';
import { getRequestedAccess } from './requested-access.ts';
import { outOfBandUri } from './redirect-uris.policy.ts';
import { createRefreshTokensRepository } from './refresh-tokens.repository.ts';
import { resolveViewer } from './resolve-viewer.ts';
import { deleteUnused } from './retention.repository.ts';
import { introspectToken, revokeToken } from './revoke-token.ts';

interface Dependencies {
  database: Database;
  auth: AuthModule;
  clock: Clock;
  publicUrl: URL;
}

export type OauthModule = ReturnType<typeof createOauthModule>;

/** Apps that act for users: registration, permission and access tokens (OAuth 2.1). */
export function createOauthModule({ database, auth, clock, publicUrl }: Dependencies) {
  const repository = createOauthRepository(database);
  const refreshTokens = createRefreshTokensRepository(database);
  const { securityEmails: emails, sessionCache } = auth;
  const issuer = publicUrl.origin;
  const codePage = `${issuer}/oauth/authorize/native`;
  const toLibraryUri = (uri: string) => (uri === outOfBandUri ? codePage : uri);
  const model = createOauthModel({ repository, refreshTokens, sessionCache, clock, toLibraryUri });
  const loadServer = loadOnce(async () => {
    const { createOauthServer } = await import('./oauth-server.ts');
    return createOauthServer(model, toLibraryUri);
  });
  const dependencies = { repository, refreshTokens, sessionCache, clock, issuer };

  return {
    issuer,
    registerApp: (input: AppInput) => registerApp(repository, input),

    getApp: (token: string | undefined) => getApp(dependencies, token),

    resolveViewer: (token: string) => resolveViewer({ repository, auth, clock }, token),

    getRequestedAccess: (request: AuthorizationRequest) => getRequestedAccess(repository, request),
    async decide(viewer: Viewer, decision: AuthorizationDecision, origin: EventOrigin) {
      const { app } = await getRequestedAccess(repository, decision);
      const server = await loadServer();
      const location = await server.decide(viewer, decision);
      if (decision.isGranted) {
        emails.notify(viewer.userId, { type: 'appAuthorized', name: app.name }, origin);
      }
      // The browser may use another address of this server than the public URL.
      return location.startsWith(codePage) ? location.slice(issuer.length) : location;
    },

    async exchangeToken(parameters: OauthParameters, authorization: string | undefined) {
      const server = await loadServer();
      return server.exchangeToken(parameters, authorization);
    },
    revokeToken: (parameters: OauthParameters) => revokeToken(dependencies, parameters),
    introspectToken: (parameters: OauthParameters) => introspectToken(dependencies, parameters),

    async createAccessToken(
      viewer: Viewer,
      { password, ...input }: AccessTokenInput & { password: string },
      origin: EventOrigin,
    ) {
      await auth.confirmPassword(viewer, { password, address: origin.address });
      const created = await createAccessToken(dependencies, viewer, input);
      emails.notify(viewer.userId, { type: 'accessTokenCreated', name: input.name }, origin);
      return created;
    },

    listAuthorizedApps: (viewer: Viewer) => listAuthorizedApps(dependencies, viewer),
    revokeAuthorizedApp: (viewer: Viewer, appId: string) =>
      revokeAuthorizedApp(dependencies, viewer, appId),

    /** A background job. */
    removeUnused: () => deleteUnused(database, clock.now()),
  };
}

/** The app of any of its access tokens. @throws UnauthenticatedError */
async function getApp(
  { repository, clock }: { repository: OauthRepository; clock: Clock },
  token: string | undefined,
): Promise<App> {
  const id = token === undefined ? null : readTokenId(token);
  const found = id === null ? null : await repository.findToken(id, clock.now());
  const isValid =
    found !== null &&
    matchesHash(token ?? '', found.tokenHash) &&
    (found.sessionId === null ||
      (await repository.findLiveSession(found.sessionId, clock.now())) !== null);
  const app = isValid ? await repository.findApp(found.appId) : null;
  if (app === null) throw new UnauthenticatedError('error.app.tokenInvalid');
  return app;
}
