import type { Transaction } from '@skein/db';
import {
  findAccountByEmail,
  isActiveUser,
  isEmailProven,
  isPendingUser,
  lockAccounts,
} from '../../users/index.ts';
import type { IdentityKey } from './identities.repository.ts';
import type { OidcAttempt } from './oidc-attempts.ts';
import type { OidcClaims } from './oidc-claims.ts';
import type { OidcDependencies } from './oidc-dependencies.ts';
import { OidcError } from './oidc-errors.ts';
import { registerWithOidc } from './register-with-oidc.ts';
import type { EventOrigin } from '../email/security-emails.ts';
import { findIdentity, insertIdentity, recordIdentityUse } from './identities.repository.ts';
import { findLiveSession } from '../sessions/sessions.repository.ts';
import { minuteMs } from '../../../platform/clock.ts';

const handoverLifetimeMs = 60 * 1000;
/** The token is useless without the code, which takes time to enter. */
const handoverWithCodeLifetimeMs = 5 * minuteMs;

/** An account that an identity signs in to. */
interface Match {
  userId: string;
  /** In the transaction that opens the session, with the account locked. */
  confirm: (tx: Transaction) => Promise<void>;
  isNewLink: boolean;
}

/**
 * Signs in with an identity: to the account it is linked to, otherwise to the one with the same verified
 * email address, otherwise to a new one. Returns a handover token.
 * @throws OidcError
 */
export async function signInWithOidc(
  dependencies: OidcDependencies,
  claims: OidcClaims,
  { invitation, origin }: Pick<OidcAttempt, 'invitation'> & { origin: EventOrigin },
): Promise<string> {
  const { database, sessions, twoFactor, securityEmails } = dependencies;
  const { userId, confirm, isNewLink } =
    (await findLinked(dependencies, claims)) ??
    (await findByEmail(dependencies, claims)) ??
    (await createAccount(dependencies, claims, { invitation, origin }));
  const lifetimeMs = (await twoFactor.isOn(userId))
    ? handoverWithCodeLifetimeMs
    : handoverLifetimeMs;
  const { token } = await database.$transaction(async (tx) => {
    await lockAccounts(tx, [userId]);
    await confirm(tx);
    if (!(await isActiveUser(tx, userId))) {
      throw new OidcError((await isPendingUser(tx, userId)) ? 'pending' : 'suspended');
    }
    return sessions.openHandover(tx, userId, { device: origin, lifetimeMs });
  });
  if (isNewLink) notifyLinked(securityEmails, userId, { claims, origin });
  return token;
}

/** Null if the identity is not linked. */
async function findLinked(
  { database, clock }: OidcDependencies,
  claims: OidcClaims,
): Promise<Match | null> {
  const identity = await findIdentity(database, claims);
  if (identity === null) return null;
  const confirm = async (tx: Transaction) => {
    if (!(await recordIdentityUse(tx, identity.id, clock.now()))) throw new OidcError('failed');
  };
  return { userId: identity.userId, confirm, isNewLink: false };
}

/**
 * Null if no account has the email address.
 * @throws OidcError if the address is not verified on both sides: somebody else may have entered it.
 */
async function findByEmail(
  { database }: OidcDependencies,
  claims: OidcClaims,
): Promise<Match | null> {
  const { email, isEmailVerified } = claims;
  if (email === null) throw new OidcError('emailMissing');
  const account = await findAccountByEmail(database, email);
  if (account === null) return null;
  if (!account.isProven) throw new OidcError('emailUnverified');
  if (!isEmailVerified) throw new OidcError('emailUnverifiedAtProvider');
  const confirm = async (tx: Transaction) => {
    if (!(await isEmailProven(tx, account.id, email))) {
      throw new OidcError('emailUnverified');
    }
    if (!(await insertIdentity(tx, account.id, claims))) throw new OidcError('otherIdentity');
  };
  return { userId: account.id, confirm, isNewLink: true };
}

async function createAccount(
  dependencies: OidcDependencies,
  claims: OidcClaims,
  { invitation, origin }: Pick<OidcAttempt, 'invitation'> & { origin: EventOrigin },
): Promise<Match> {
  const { email } = claims;
  if (email === null) throw new OidcError('emailMissing');
  const registration = { claims: { ...claims, email }, invitation, origin };
  const userId = await registerWithOidc(dependencies, registration);
  return { userId, confirm: () => Promise.resolve(), isNewLink: false };
}

/**
 * Links an identity to the account of the session that has asked for it.
 * @throws OidcError
 */
export async function linkIdentity(
  dependencies: OidcDependencies,
  claims: OidcClaims,
  {
    session: { userId, sessionId },
    origin,
  }: { session: { userId: string; sessionId: string }; origin: EventOrigin },
): Promise<void> {
  const { database, clock, securityEmails } = dependencies;
  const isNew = await database.$transaction(async (tx) => {
    await lockAccounts(tx, [userId]);
    if ((await findLiveSession(tx, sessionId, userId, clock.now())) === null) {
      throw new OidcError('signedOut');
    }
    const linked = await findIdentity(tx, claims);
    if (linked !== null && linked.userId !== userId) throw new OidcError('identityTaken');
    if (linked !== null) return false;
    if (!(await insertIdentity(tx, userId, claims))) throw new OidcError('otherIdentity');
    return true;
  });
  if (isNew) notifyLinked(securityEmails, userId, { claims, origin });
}

function notifyLinked(
  emails: OidcDependencies['securityEmails'],
  userId: string,
  { claims, origin }: { claims: IdentityKey; origin: EventOrigin },
): void {
  emails.notify(userId, { type: 'identityLinked', name: new URL(claims.issuer).host }, origin);
}
