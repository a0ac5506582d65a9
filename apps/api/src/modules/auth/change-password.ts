import type { changePasswordBodySchema } from '@skein/contracts/auth';
import type { z } from 'zod';
import { AppError, UnauthenticatedError } from '../../shared/errors.ts';
import type { Viewer } from '../../shared/viewer.ts';
import type { UsersModule } from '../users/index.ts';
import { requireGoodPassword } from './check-password.ts';
import type { Passwords } from './passwords.ts';
import type { Sessions } from './sessions.ts';
import type { SessionsRepository } from './sessions.repository.ts';

interface Dependencies {
  users: Pick<UsersModule, 'findOwnCredentials' | 'keepPassword' | 'setPassword'>;
  passwords: Passwords;
  sessions: Sessions;
  transaction: SessionsRepository['transaction'];
}

/**
 * Changes one's own password. Whoever else is signed in, here or elsewhere, is out with it.
 * @throws ValidationError for a password that is too easy to guess
 * @throws AppError `wrong_password`
 */
export async function changePassword(
  { users, passwords, sessions, transaction }: Dependencies,
  viewer: Viewer,
  input: z.output<typeof changePasswordBodySchema>,
): Promise<void> {
  const own = await requireOwnCredentials(users, viewer);
  await requireGoodPassword(input.newPassword, { email: own.email, path: 'newPassword' });
  await requirePassword(passwords, input.currentPassword, own.passwordHash);
  const passwordHash = await passwords.hash(input.newPassword);
  const ended = await transaction(async (tx) => {
    const isCurrent = await users.keepPassword(tx, viewer.userId, own.passwordHash);
    if (!isCurrent) throw wrongPassword();
    await users.setPassword(tx, viewer.userId, passwordHash);
    return sessions.revokeAll(tx, viewer.userId, { except: viewer.sessionId });
  });
  sessions.forget(ended);
}

/** @throws UnauthenticatedError when the account is gone */
export async function requireOwnCredentials(
  users: Pick<UsersModule, 'findOwnCredentials'>,
  viewer: Viewer,
) {
  const own = await users.findOwnCredentials(viewer.userId);
  if (own === null) throw new UnauthenticatedError();
  return own;
}

/** @throws AppError `wrong_password` */
export async function requirePassword(
  passwords: Passwords,
  password: string,
  passwordHash: string,
): Promise<void> {
  if (await passwords.matches(password, passwordHash)) return;
  throw wrongPassword();
}

function wrongPassword(): AppError {
  return new AppError('wrong_password', 'This is not your current password.');
}
