import { AppError, ForbiddenError, ValidationError } from '../../../platform/errors.ts';
import { t } from '../../../platform/messages.ts';
import { isEmailBlocked } from '../../instance/index.ts';
import type { OidcClaims } from './oidc-claims.ts';
import type { OidcDependencies } from './oidc-dependencies.ts';
import { OidcError } from './oidc-errors.ts';
import { noPasswordHash } from '../passwords/passwords.ts';
import { followPath } from '../registration/register.ts';
import { chooseRegistrationPath } from '../registration/registration.policy.ts';
import type { RegistrationPath } from '../registration/registration.policy.ts';
import { sendWelcomeEmail } from '../email/send-welcome-email.ts';
import type { EventOrigin } from '../email/security-emails.ts';
import { insertIdentity } from './identities.repository.ts';
import { recordRegistrationAddress } from '../registration/registrations.repository.ts';
import { insertUser, proveEmail } from '../../users/index.ts';

type VerifiableClaims = OidcClaims & { email: string };

interface Registration {
  claims: VerifiableClaims;
  invitation: string | null;
  origin: EventOrigin;
}

/**
 * Creates an account without a password for an identity, as far as the registration mode allows. Returns
 * the id of its user.
 * @throws OidcError
 */
export async function registerWithOidc(
  dependencies: OidcDependencies,
  { claims, invitation, origin }: Registration,
): Promise<string> {
  const { database, clock } = dependencies;
  const { locale } = origin;
  const path = choosePath(dependencies, { invitation, origin, claims });
  requireUnblocked(dependencies, { claims, origin });
  const name = claims.name || t(locale, 'registration.nameless');
  const username = await chooseUsername(dependencies, claims);
  const { email } = claims;
  const registered = await database
    .$transaction(async (tx) => {
      const newUser = { name, username, email, passwordHash: noPasswordHash };
      const userId = await insertUser(tx, newUser);
      await recordRegistrationAddress(tx, userId, origin.address);
      if (claims.isEmailVerified) await proveEmail(tx, userId, { email, at: clock.now() });
      if (!(await insertIdentity(tx, userId, claims))) throw new OidcError('otherIdentity');
      const applicant = { userId, locale };
      return { userId, isPending: await followPath(dependencies, tx, path, applicant) };
    })
    .catch((error: unknown) => {
      throw toOidcError(error);
    });
  const { userId, isPending } = registered;
  if (isPending) throw new OidcError('requestSent');
  if (!claims.isEmailVerified) sendWelcomeEmail(dependencies, { id: userId, email }, locale);
  return userId;
}

function choosePath(
  { siteSettings }: OidcDependencies,
  { invitation, claims, origin }: Registration,
): RegistrationPath {
  const mode = siteSettings.current().registrationMode;
  const provider = new URL(claims.issuer).host;
  try {
    return chooseRegistrationPath(mode, {
      invitation: invitation ?? '',
      reason: t(origin.locale, 'registration.byProvider', { provider }),
    });
  } catch (error) {
    if (!(error instanceof ForbiddenError)) throw error;
    throw new OidcError(mode === 'closed' ? 'registrationClosed' : 'invitationRequired');
  }
}

/** @throws OidcError */
function requireUnblocked(
  { siteSettings }: OidcDependencies,
  { claims, origin }: Pick<Registration, 'claims' | 'origin'>,
): void {
  if (siteSettings.accessBlocks.isRegistrationBlocked(origin.address)) {
    throw new OidcError('addressBlocked');
  }
  if (isEmailBlocked(siteSettings, claims.email)) throw new OidcError('emailBlocked');
}

/** The username at the provider or a similar one; undefined for one derived from the name. */
async function chooseUsername(
  { users }: OidcDependencies,
  { username }: OidcClaims,
): Promise<string | undefined> {
  if (username === undefined) return undefined;
  const { isAvailable, suggestions } = await users.suggestUsernames({ username });
  return isAvailable ? username : suggestions[0];
}

function toOidcError(error: unknown): unknown {
  if (error instanceof ValidationError) return new OidcError('invitationEnded');
  if (error instanceof ForbiddenError) return new OidcError('pendingMax');
  // One of several concurrent registrations with the same email or username succeeds.
  return error instanceof AppError ? new OidcError('failed', { cause: error }) : error;
}
