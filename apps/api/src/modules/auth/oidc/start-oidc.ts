import { NotFoundError, UnavailableError, ConflictError } from '../../../platform/errors.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { OidcAttempt } from './oidc-attempts.ts';
import type { OidcDependencies } from './oidc-dependencies.ts';
import { OidcError } from './oidc-errors.ts';
import { selectIdentities } from './identities.repository.ts';

type StartDependencies = Pick<OidcDependencies, 'client' | 'attempts' | 'clock' | 'publicUrl'>;

/** The page of the provider, and the cookie of the browser that opens it. */
export interface StartedOidc {
  url: string;
  cookie: string;
}

/**
 * Starts a sign-in at the provider.
 * @throws NotFoundError without a provider
 * @throws UnavailableError if the provider does not respond
 */
export function startOidcSignIn(
  dependencies: StartDependencies,
  { to, invitation }: { to?: string | undefined; invitation?: string | undefined },
): Promise<StartedOidc> {
  return start(dependencies, {
    to: to === undefined ? null : toOwnPath(to, dependencies.publicUrl),
    invitation: invitation ?? null,
    linkedSession: null,
  });
}

/**
 * Starts a sign-in at the provider that links the identity there to the viewer's account.
 * @throws NotFoundError without a provider
 * @throws ConflictError if the account has an identity of a provider
 * @throws UnavailableError if the provider does not respond
 */
export async function startIdentityLink(
  dependencies: StartDependencies & Pick<OidcDependencies, 'database'>,
  { userId, sessionId }: Viewer,
): Promise<StartedOidc> {
  const { url, cookie, issuer } = await start(dependencies, {
    to: null,
    invitation: null,
    linkedSession: { userId, sessionId },
  });
  const linked = await selectIdentities(dependencies.database, userId);
  if (linked.some((identity) => identity.issuer === issuer)) {
    throw new ConflictError('conflict', 'error.identityLinked');
  }
  return { url, cookie };
}

async function start(
  { client, attempts, clock }: StartDependencies,
  intent: Pick<OidcAttempt, 'to' | 'invitation' | 'linkedSession'>,
): Promise<StartedOidc & { issuer: string }> {
  if (client === null) throw new NotFoundError('error.singleSignOnOff');
  try {
    const { url, issuer, checks } = await client.start();
    return { url, issuer, cookie: attempts.encrypt({ ...checks, ...intent }, clock.now()) };
  } catch (error) {
    if (!(error instanceof OidcError)) throw error;
    const message = 'error.singleSignOnUnavailable';
    throw new UnavailableError(message, { cause: error });
  }
}

/** Path and query of an address of this site, else null. */
function toOwnPath(to: string, { origin }: URL): string | null {
  if (!to.startsWith('/')) return null;
  const target = URL.parse(to, origin);
  // "//example.org" and "/\example.org" are addresses of another host.
  if (target?.origin !== origin || target.pathname.startsWith('//')) return null;
  return `${target.pathname}${target.search}`;
}
