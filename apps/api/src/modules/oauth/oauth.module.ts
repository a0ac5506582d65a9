import type { AuthorizationRequest } from '@skein/contracts/oauth';
import type { Database } from '@skein/db';
import type { Clock } from '../../platform/clock.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { AuthModule, EventOrigin } from '../auth/index.ts';
import { registerApp } from './apps.ts';
import type { AppInput } from './apps.ts';
import { listAuthorizedApps, revokeAuthorizedApp } from './authorized-apps.ts';
import { createAccessToken } from './create-access-token.ts';
import type { AccessTokenInput } from './create-access-token.ts';
import { decideAuthorization } from './decide-authorization.ts';
import { getApp } from './get-app.ts';
import { createOauthModel } from './oauth-model.ts';
import type { AuthorizationDecision, OauthParameters } from './oauth-server.ts';
import { outOfBandUri } from './redirect-uris.policy.ts';
import { getRequestedAccess } from './requested-access.ts';
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
  const { sessionCache } = auth;
  const issuer = publicUrl.origin;
  const codePage = `${issuer}/oauth/authorize/native`;
  const toLibraryUri = (uri: string) => (uri === outOfBandUri ? codePage : uri);
  const model = createOauthModel({ database, sessionCache, clock, toLibraryUri });
  /** Loads the library with the first request of an app, because it takes long. */
  const loadServer = async () => {
    const { createOauthServer } = await import('./oauth-server.ts');
    return createOauthServer(model, toLibraryUri);
  };
  const deps = { database, auth, sessionCache, clock, issuer, loadServer, codePage };

  return {
    issuer,
    registerApp: (input: AppInput) => registerApp(database, input),
    getApp: (token: string | undefined) => getApp(deps, token),
    resolveViewer: (token: string) => resolveViewer(deps, token),

    getRequestedAccess: (request: AuthorizationRequest) => getRequestedAccess(database, request),
    decide: (viewer: Viewer, decision: AuthorizationDecision, origin: EventOrigin) =>
      decideAuthorization(deps, viewer, decision, origin),
    exchangeToken: async (parameters: OauthParameters, authorization: string | undefined) =>
      (await loadServer()).exchangeToken(parameters, authorization),
    revokeToken: (parameters: OauthParameters) => revokeToken(deps, parameters),
    introspectToken: (parameters: OauthParameters) => introspectToken(deps, parameters),

    createAccessToken: (
      viewer: Viewer,
      input: AccessTokenInput & { password: string },
      origin: EventOrigin,
    ) => createAccessToken(deps, viewer, input, origin),
    listAuthorizedApps: (viewer: Viewer) => listAuthorizedApps(deps, viewer),
    revokeAuthorizedApp: (viewer: Viewer, appId: string) =>
      revokeAuthorizedApp(deps, viewer, appId),

    /** A background job. */
    removeUnused: () => deleteUnused(database, clock.now()),
  };
}
