import { isBelow } from '@skein/contracts/administration';
import type { Database } from '@skein/db';
import { ConflictError, ValidationError } from '../../../platform/errors.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { AccountModule } from '../../account/index.ts';
import type { AuthModule } from '../../auth/index.ts';
import { countLeavingUser } from '../../insights/index.ts';
import { userNotFound } from '../../users/index.ts';
import type { UsersModule } from '../../users/index.ts';
import { lockAndCheck } from './account-status.repository.ts';
import { recordAction } from '../audit/audit.repository.ts';
import { resolveUserReports } from '../reports/reports.queries.ts';
import { requireAccount } from './require-account.ts';

interface Dependencies {
  database: Database;
  users: Pick<UsersModule, 'toRole'>;
  auth: Pick<AuthModule, 'endAllSessions'>;
  account: Pick<AccountModule, 'markDeleted' | 'purgeOrContinueLater'>;
  clock: Clock;
}

/**
 * Deletes an account with everything it published.
 * @throws NotFoundError; ValidationError for the administrator's own account and for another username;
 * ConflictError for an account whose role is not lower
 */
export async function purgeUser(
  { database, users, auth, account, clock }: Dependencies,
  { userId: actorId }: Viewer,
  input: { userId: string; username: string; reason: string },
): Promise<void> {
  const { id: targetId, username } = await requireAccount(database, input.userId);
  if (targetId === actorId) {
    const message = 'error.suspendSelf';
    throw new ValidationError([{ path: 'userId', message }]);
  }
  if (input.username.replace(/^@/, '').toLowerCase() !== username) {
    const message = 'error.purgeUsername';
    throw new ValidationError([{ path: 'username', message }]);
  }
  await database.$transaction(async (tx) => {
    await lockAndCheck(tx, { actorId, targetId }, (actor, target) => {
      if (isBelow(users.toRole(target), users.toRole(actor))) return;
      throw new ConflictError('conflict', 'error.roleNotLower');
    });
    const now = clock.now();
    // Somebody else, or its user, has deleted the account.
    if (!(await account.markDeleted(tx, targetId, now))) throw userNotFound();
    await countLeavingUser(tx, targetId, now);
    await resolveUserReports(tx, targetId, { resolverId: actorId, at: now });
    const { reason } = input;
    const target = { targetType: 'user', targetId } as const;
    await recordAction(tx, { actorId, action: 'delete', ...target, details: { reason } });
  });
  await auth.endAllSessions(targetId);
  await account.purgeOrContinueLater(targetId);
}
