import type { Clock } from '../../platform/clock.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { ThreadsModule } from '../threads/index.ts';
import { recordAction } from './audit.repository.ts';
import { resolveThreadReports } from './reports.queries.ts';

interface Dependencies {
  threads: Pick<ThreadsModule, 'deleteAsAdmin'>;
  clock: Clock;
}

/**
 * Deletes any user's thread and resolves the reports about it.
 * @throws NotFoundError
 */
export async function removeThread(
  { threads, clock }: Dependencies,
  admin: Viewer,
  { threadId, reason }: { threadId: string; reason: string },
): Promise<void> {
  const at = clock.now();
  await threads.deleteAsAdmin(threadId, async (tx, authorId) => {
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
