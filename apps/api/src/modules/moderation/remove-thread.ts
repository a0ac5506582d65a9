import { hasPermission, isBelow } from '@skein/contracts/administration';
import type { Clock } from '../../platform/clock.ts';
import { ConflictError } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { UsersModule } from '../users/index.ts';
import type { ThreadsModule } from '../threads/index.ts';
import { recordAction } from './audit.repository.ts';
import type { AccountStatusRepository } from './account-status.repository.ts';
import { resolveThreadReports } from './reports.queries.ts';

interface Dependencies {
  threads: Pick<ThreadsModule, 'deleteAsAdmin'>;
  users: Pick<UsersModule, 'requirePermission' | 'roleOf'>;
  accounts: Pick<AccountStatusRepository, 'findAccount'>;
  clock: Clock;
}

/**
 * Deletes any user's thread and resolves the reports about it.
 * @throws NotFoundError; ConflictError for a moderator, if the author's role is not lower
 */
export async function removeThread(
  { threads, users, accounts, clock }: Dependencies,
  admin: Viewer,
  { threadId, reason }: { threadId: string; reason: string },
): Promise<void> {
  const at = clock.now();
  const role = await users.requirePermission(admin, 'moderate');
  await threads.deleteAsAdmin(threadId, async (tx, authorId) => {
    const author = await accounts.findAccount(authorId, tx);
    if (author && !hasPermission(role, 'administrate') && !isBelow(users.roleOf(author), role)) {
      throw new ConflictError('conflict', 'The author does not have a lower role than yours.');
    }
    await recordAction(tx, {
      actorId: admin.userId,
      action: 'remove_thread',
      targetType: 'thread',
      targetId: threadId,
      details: { reason, authorId },
    });
    await resolveThreadReports(tx, threadId, { resolverId: admin.userId, at });
  });
}
