import type { Database } from '@skein/db';
import { recordAction } from '../audit/audit.repository.ts';
import { markLifted } from './strikes.repository.ts';

const batchSize = 100;

/** Ends suspensions whose time has passed, and records it in the audit log. */
export async function endSuspensions(database: Database, now: Date): Promise<void> {
  for (;;) {
    const due = await database.user.findMany({
      where: { suspendedUntil: { lte: now }, deletedAt: null, pendingRegistration: null },
      select: { id: true },
      take: batchSize,
    });
    for (const { id } of due) await endSuspension(database, id, now);
    if (due.length < batchSize) return;
  }
}

async function endSuspension(database: Database, userId: string, now: Date): Promise<void> {
  await database.$transaction(async (tx) => {
    const { count } = await tx.user.updateMany({
      where: { id: userId, suspendedUntil: { lte: now }, deletedAt: null },
      data: { suspendedAt: null, suspendedUntil: null },
    });
    if (count === 0) return;
    // Otherwise, lifting the strike later would end another suspension.
    await markLifted(tx, { userId, action: 'suspend' }, now);
    await recordAction(tx, {
      actorId: null,
      action: 'end_suspension',
      targetType: 'user',
      targetId: userId,
      details: { by: 'server' },
    });
  });
}
