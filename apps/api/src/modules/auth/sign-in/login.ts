import type { loginBodySchema } from '@skein/contracts/auth';
import type { Database } from '@skein/db';
import type { z } from 'zod';
import { addressKey } from '../../../platform/rate-limits/rate-limits.ts';
import { success } from '../../../platform/results.ts';
import { AppError, ForbiddenError } from '../../../platform/errors.ts';
import { findCredentials, lockPassword } from '../../users/index.ts';
import type { UsersModule } from '../../users/index.ts';
import type { EventOrigin, SecurityEmails } from '../email/security-emails.ts';
import type { LoginThrottle } from './login-throttling.ts';
import type { Passwords } from '../passwords/passwords.ts';
import type { SignedIn } from '../registration/register.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { invalidCode } from '../two-factor/two-factor.ts';
import type { TwoFactorModule } from '../two-factor/two-factor.module.ts';

interface LoginDependencies {
  users: UsersModule;
  loginThrottle: LoginThrottle;
  passwords: Passwords;
  sessions: Sessions;
  twoFactor: Pick<TwoFactorModule, 'prepareSecondStep'>;
  securityEmails: SecurityEmails;
  database: Database;
  hasPasswordSignIn: boolean;
}

/**
 * Opens a session. Neither the message nor the response time distinguishes an unknown address from
 * a wrong password. A suspended account and the second step are reported only with the right password.
 * @throws AppError `invalid_credentials`
 * @throws AppError `second_factor_required` and `invalid_code` in the second step
 * @throws AppError `forbidden` for a suspended account, one that waits for approval, and one that needs
 * another way to sign in
 * @throws RateLimitedError after too many failures
 */
export async function login(
  dependencies: LoginDependencies,
  input: z.output<typeof loginBodySchema>,
  origin: EventOrigin,
): Promise<SignedIn> {
  const { users, loginThrottle, passwords, sessions, twoFactor, database } = dependencies;
  const account = await findCredentials(database, input.email);
  const attempt = { email: input.email, address: origin.address, userId: account?.id ?? null };
  const throttled = await loginThrottle.begin(attempt);
  const isMatch = await passwords.matches(
    input.password,
    account?.passwordHash,
    addressKey(origin.address),
  );
  if (account === null || !isMatch) throw invalidCredentials();
  // A wrong code counts as a login failure, but not the request without one before it.
  if (!input.code) await throttled.refund();
  if (!account.isActive) {
    throw new AppError(
      'forbidden',
      account.isPending ? 'error.registrationPending' : 'error.accountSuspended',
    );
  }
  await requirePasswordSignIn(dependencies, account.id);
  const secondStep = await twoFactor.prepareSecondStep(account.id, input.code);
  const session = await database.$transaction(async (tx) => {
    // The password may have been replaced during the comparison, which ended all sessions.
    const isCurrent = await lockPassword(tx, account.id, account.passwordHash);
    if (!isCurrent) throw invalidCredentials();
    if (secondStep !== null && !(await secondStep.useCode(tx))) throw invalidCode();
    return sessions.open(account.id, { ...origin, isTwoFactor: secondStep !== null }, tx);
  });
  if (input.code) await throttled.refund();
  await secondStep?.succeed();
  const user = await users.getCurrentUser(account.id);
  dependencies.securityEmails.notify(user.id, 'signIn', origin);
  const response = { ...success('success.signedIn'), token: session.token, user };
  return { session, response };
}

/** Owners can sign in while the provider of single sign-on is unavailable. */
async function requirePasswordSignIn(
  { users, hasPasswordSignIn }: LoginDependencies,
  userId: string,
): Promise<void> {
  if (hasPasswordSignIn || (await users.isOwner(userId))) return;
  throw new ForbiddenError('error.passwordOwnersOnly');
}

function invalidCredentials(): AppError {
  return new AppError('invalid_credentials', 'error.credentialsInvalid');
}
