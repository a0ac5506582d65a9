import type { Database } from '@skein/db';
import { userKey } from '../../../platform/rate-limits/rate-limits.ts';
import { AppError, UnauthenticatedError } from '../../../platform/errors.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { findOwnCredentials } from '../../users/index.ts';
import type { LoginThrottle } from './login-throttling.ts';
import type { Passwords } from '../passwords/passwords.ts';

export interface ConfirmationDependencies {
  database: Database;
  passwords: Passwords;
  loginThrottle: LoginThrottle;
}

export interface Credentials {
  email: string;
  passwordHash: string;
}

/** A password that a signed-in user has entered again, and the client address. */
export interface PasswordEntry {
  password: string;
  address: string | undefined;
}

/** @throws UnauthenticatedError when the account is deleted */
export async function requireOwnCredentials(
  database: Database,
  viewer: Viewer,
): Promise<Credentials> {
  const own = await findOwnCredentials(database, viewer.userId);
  if (!own?.email || own.passwordHash === null) throw new UnauthenticatedError();
  return { email: own.email, passwordHash: own.passwordHash };
}

/**
 * Checks the viewer's current password. Failures count as login failures, so a stolen session does
 * not allow more attempts than the login.
 * @throws RateLimitedError after too many failures
 * @throws AppError `wrong_password`
 */
export async function confirmPassword(
  { passwords, loginThrottle }: Omit<ConfirmationDependencies, 'database'>,
  viewer: Viewer,
  { email, passwordHash }: Credentials,
  { password, address }: PasswordEntry,
): Promise<void> {
  const attempt = await loginThrottle.begin({ email, address, userId: viewer.userId });
  const owner = userKey(viewer.userId);
  if (!(await passwords.matches(password, passwordHash, owner))) throw wrongPassword();
  await attempt.refund();
}

/**
 * Checks the viewer's current password before an irreversible action.
 * @throws RateLimitedError after too many failures
 * @throws AppError `wrong_password`
 */
export async function confirmOwnPassword(
  deps: ConfirmationDependencies,
  viewer: Viewer,
  entry: PasswordEntry,
): Promise<void> {
  const credentials = await requireOwnCredentials(deps.database, viewer);
  await confirmPassword(deps, viewer, credentials, entry);
}

export function wrongPassword(): AppError {
  return new AppError('wrong_password', 'error.passwordWrong');
}
