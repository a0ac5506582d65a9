import type { changePasswordBodySchema } from '@skein/contracts/auth';
import type { z } from 'zod';
import { userKey } from '../../../platform/rate-limits/rate-limits.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { UsersModule } from '../../users/index.ts';
import { requireStrongPassword } from '../sign-in/check-password.ts';
import {
  confirmPassword,
  requireOwnCredentials,
  wrongPassword,
} from '../sign-in/confirm-password.ts';
import type { ConfirmationDependencies } from '../sign-in/confirm-password.ts';
import type { PasswordResetsRepository } from './password-resets.repository.ts';
import type { Device, Sessions } from '../sessions/sessions.ts';
import type { SessionsRepository } from '../sessions/sessions.repository.ts';

interface Dependencies extends ConfirmationDependencies {
  users: Pick<UsersModule, 'findOwnCredentials' | 'lockPassword' | 'setPassword'>;
  resets: Pick<PasswordResetsRepository, 'invalidateAll'>;
  sessions: Sessions;
  transaction: SessionsRepository['transaction'];
  clock: Clock;
}

/**
 * Changes the viewer's password, and ends all other sessions and reset links of the account.
 * @throws ValidationError for a weak password
 * @throws RateLimitedError after too many wrong current passwords
 * @throws AppError `wrong_password`
 */
export async function changePassword(
  dependencies: Dependencies,
  viewer: Viewer,
  input: z.output<typeof changePasswordBodySchema>,
  { address }: Pick<Device, 'address'>,
): Promise<void> {
  const { users, passwords, resets, sessions, transaction, clock } = dependencies;
  const own = await requireOwnCredentials(users, viewer);
  await requireStrongPassword(input.newPassword, { email: own.email, path: 'newPassword' });
  await confirmPassword(dependencies, viewer, own, { password: input.currentPassword, address });
  const passwordHash = await passwords.hash(input.newPassword, userKey(viewer.userId));
  const ended = await transaction(async (tx) => {
    const isCurrent = await users.lockPassword(tx, viewer.userId, own.passwordHash);
    if (!isCurrent) throw wrongPassword();
    await users.setPassword(tx, viewer.userId, passwordHash);
    await resets.invalidateAll(tx, viewer.userId, clock.now());
    return sessions.revokeAll(tx, viewer.userId, { except: viewer.sessionId });
  });
  sessions.forget(ended);
}
