import type { changePasswordBodySchema } from '@skein/contracts/auth';
import type { Database } from '@skein/db';
import type { z } from 'zod';
import { userKey } from '../../../platform/rate-limits/rate-limits.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { lockPassword, setPassword } from '../../users/index.ts';
import type { EventOrigin, SecurityEmails } from '../email/security-emails.ts';
import { requireStrongPassword } from '../sign-in/check-password.ts';
import {
  confirmPassword,
  requireOwnCredentials,
  wrongPassword,
} from '../sign-in/confirm-password.ts';
import type { ConfirmationDependencies } from '../sign-in/confirm-password.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { invalidatePasswordResets } from './password-resets.repository.ts';

interface Dependencies extends ConfirmationDependencies {
  database: Database;
  sessions: Sessions;
  securityEmails: SecurityEmails;
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
  origin: EventOrigin,
): Promise<void> {
  const { passwords, database, sessions, clock } = dependencies;
  const own = await requireOwnCredentials(database, viewer);
  await requireStrongPassword(input.newPassword, { email: own.email, path: 'newPassword' });
  await confirmPassword(dependencies, viewer, own, {
    password: input.currentPassword,
    address: origin.address,
  });
  const passwordHash = await passwords.hash(input.newPassword, userKey(viewer.userId));
  const ended = await database.$transaction(async (tx) => {
    const isCurrent = await lockPassword(tx, viewer.userId, own.passwordHash);
    if (!isCurrent) throw wrongPassword();
    await setPassword(tx, viewer.userId, passwordHash);
    await invalidatePasswordResets(tx, viewer.userId, clock.now());
    return sessions.revokeAll(tx, viewer.userId, { except: viewer.sessionId });
  });
  sessions.forget(ended);
  dependencies.securityEmails.notify(viewer.userId, 'passwordChanged', origin);
}
