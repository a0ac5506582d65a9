import { userKey } from '../../../platform/rate-limits/rate-limits.ts';
import { AppError, UnauthenticatedError } from '../../../platform/errors.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { UsersModule } from '../../users/index.ts';
import type { LoginThrottle } from './login-throttling.ts';
import type { Passwords } from '../passwords/passwords.ts';

export interface ConfirmationDependencies {
  users: Pick<UsersModule, 'findOwnCredentials'>;
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
  users: Pick<UsersModule, 'findOwnCredentials'>,
  viewer: Viewer,
): Promise<Credentials> {
  const own = await users.findOwnCredentials(viewer.userId);
  if (own === null) throw new UnauthenticatedError();
  return own;
}

/**
 * Checks the viewer's current password. Failures count as login failures, so a stolen session does
 * not allow more attempts than the login.
 * @throws RateLimitedError after too many failures
 * @throws AppError `wrong_password`
 */
export async function confirmPassword(
  { passwords, loginThrottle }: Omit<ConfirmationDependencies, 'users'>,
  viewer: Viewer,
  { email, passwordHash }: Credentials,
  { password, address }: PasswordEntry,
): Promise<void> {
  const attempt = await loginThrottle.begin({ email, address, userId: viewer.userId });
  const owner = userKey(viewer.userId);
  if (!(await passwords.matches(password, passwordHash, owner))) throw wrongPassword();
  await attempt.refund();
}

export function wrongPassword(): AppError {
  return new AppError('wrong_password', 'error.passwordWrong');
}
