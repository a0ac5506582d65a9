import type { SignInSettings } from '../../../platform/config/security-settings.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { EventOrigin } from '../email/security-emails.ts';
import { finishOidc } from './finish-oidc.ts';
import type { ProviderResponse } from './finish-oidc.ts';
import { createOidcAttempts } from './oidc-attempts.ts';
import { createOidcClient } from './oidc-client.ts';
import type { OidcDependencies } from './oidc-dependencies.ts';
import { listIdentities, requireUnlinkable, unlinkIdentity } from './own-identities.ts';
import { startIdentityLink, startOidcSignIn } from './start-oidc.ts';

interface Dependencies extends Omit<OidcDependencies, 'client' | 'attempts'> {
  oidc: SignInSettings['oidc'];
  jwtSecret: string;
  logger: Logger;
}

/** Sign-in with OpenID Connect. */
export function createOidcModule({ oidc, jwtSecret, ...rest }: Dependencies) {
  const deps = {
    ...rest,
    client: oidc === undefined ? null : createOidcClient(oidc, rest.publicUrl),
    attempts: createOidcAttempts(jwtSecret),
  };
  return {
    startSignIn: (input: Parameters<typeof startOidcSignIn>[1]) => startOidcSignIn(deps, input),
    startLink: (viewer: Viewer) => startIdentityLink(deps, viewer),
    finish: (response: ProviderResponse) => finishOidc(deps, response),

    list: (viewer: Viewer) => listIdentities(deps, viewer),
    requireUnlinkable: (viewer: Viewer) => requireUnlinkable(deps, viewer),
    unlink: (viewer: Viewer, id: string, origin: EventOrigin) =>
      unlinkIdentity(deps, viewer, id, origin),
  };
}
