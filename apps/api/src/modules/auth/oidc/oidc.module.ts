import type { Identities } from '@skein/contracts/auth';
import { ConflictError, NotFoundError } from '../../../platform/errors.ts';
import type { SignInSettings } from '../../../platform/config/security-settings.ts';
import type { Logger } from '../../../platform/logger.ts';
import { isId } from '../../../platform/ids.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { requireOwnCredentials } from '../sign-in/confirm-password.ts';
import { createOidcAttempts } from './oidc-attempts.ts';
import type { StartedAttempt } from './oidc-attempts.ts';
import { createOidcClient } from './oidc-client.ts';
import type { OidcDependencies } from './oidc-dependencies.ts';
import { OidcError } from './oidc-errors.ts';
import { noPasswordHash } from '../passwords/passwords.ts';
import type { EventOrigin } from '../email/security-emails.ts';
import { linkIdentity, signInWithOidc } from './sign-in-with-oidc.ts';
import { startIdentityLink, startOidcSignIn } from './start-oidc.ts';

interface Dependencies extends Omit<OidcDependencies, 'client' | 'attempts'> {
  oidc: SignInSettings['oidc'];
  jwtSecret: string;
  logger: Logger;
}

/** Sign-in with OpenID Connect. */
export function createOidcModule({ oidc, jwtSecret, logger, ...rest }: Dependencies) {
  const dependencies: OidcDependencies = {
    ...rest,
    client: oidc === undefined ? null : createOidcClient(oidc, rest.publicUrl),
    attempts: createOidcAttempts(jwtSecret),
  };
  return {
    startSignIn: (input: Parameters<typeof startOidcSignIn>[1]) =>
      startOidcSignIn(dependencies, input),
    startLink: (viewer: Viewer) => startIdentityLink(dependencies, viewer),

    /** The page of the web app to which the browser returns from the provider. */
    finish: (response: ProviderResponse): Promise<string> => finish(dependencies, response, logger),

    list: (viewer: Viewer) => listIdentities(dependencies, viewer),

    /**
     * Call this before asking for the password.
     * @throws ConflictError for an account that could not sign in without the identity
     */
    async requireUnlinkable(viewer: Viewer): Promise<void> {
      const { hasPassword } = await listIdentities(dependencies, viewer);
      if (!hasPassword) throw new ConflictError('conflict', 'error.identityNeedsPassword');
      if (!dependencies.hasPasswordSignIn) {
        const message = 'error.identityRequired';
        throw new ConflictError('conflict', message);
      }
    },

    /** @throws NotFoundError also for another user's identity */
    async unlink({ userId }: Viewer, id: string, origin: EventOrigin): Promise<void> {
      const linked = await rest.identities.list(userId);
      const identity = linked.find((each) => each.id === id);
      if (identity === undefined || !isId(id) || !(await rest.identities.remove(id, userId))) {
        throw new NotFoundError('error.identityNotFound');
      }
      const event = { type: 'identityUnlinked', name: new URL(identity.issuer).host } as const;
      rest.securityEmails.notify(userId, event, origin);
    },
  };
}

async function listIdentities(
  { identities, users, client, hasPasswordSignIn }: OidcDependencies,
  viewer: Viewer,
): Promise<Identities> {
  const { passwordHash } = await requireOwnCredentials(users, viewer);
  const rows = await identities.list(viewer.userId);
  const hasPassword = passwordHash !== noPasswordHash;
  return {
    identities: rows.map(({ id, issuer, createdAt, lastUsedAt }) => ({
      id,
      provider: new URL(issuer).host,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
    hasPassword,
    canLink: client !== null && !rows.some(({ issuer }) => client.isIssuer(issuer)),
    canUnlink: hasPassword && hasPasswordSignIn,
  };
}

export interface ProviderResponse {
  query: URLSearchParams;
  /** The cookie that the start has set. */
  cookie: string | undefined;
  origin: EventOrigin;
}

async function finish(
  dependencies: OidcDependencies,
  { query, cookie, origin }: ProviderResponse,
  logger: Logger,
): Promise<string> {
  const { attempts, clock } = dependencies;
  const started = cookie === undefined ? null : attempts.read(cookie, clock.now());
  try {
    if (started === null) throw new OidcError('expired');
    return await complete(dependencies, started, { query, origin });
  } catch (error) {
    if (!(error instanceof OidcError)) throw error;
    const { code, cause: err } = error;
    if (err !== undefined) logger.warn({ err, code }, 'a sign-in with OpenID Connect failed');
    return toErrorPath(code, started !== null && started.attempt.linkedSession !== null);
  }
}

async function complete(
  dependencies: OidcDependencies,
  { attempt, use }: StartedAttempt,
  { query, origin }: Pick<ProviderResponse, 'query' | 'origin'>,
): Promise<string> {
  const { client, challenges, transaction } = dependencies;
  const isExpected = client !== null && query.get('state') === attempt.state;
  if (!isExpected || !(await transaction((tx) => challenges.useChallenge(tx, use)))) {
    throw new OidcError('expired');
  }
  const claims = await client.finish(query, attempt);
  const { linkedSession, invitation, to } = attempt;
  if (linkedSession !== null) {
    await linkIdentity(dependencies, claims, { session: linkedSession, origin });
    return toSettingsPath('linked');
  }
  const token = await signInWithOidc(dependencies, claims, { invitation, origin });
  return `/login#${new URLSearchParams({ token, ...(to !== null && { to }) }).toString()}`;
}

/** The page that shows the error. */
export function toErrorPath(code: OidcError['code'], isLink: boolean): string {
  return isLink ? toSettingsPath(code) : `/login#error=${code}`;
}

function toSettingsPath(result: OidcError['code'] | 'linked'): string {
  return `/settings?identity=${result}#security`;
}
