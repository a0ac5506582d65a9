import type { Database, Prisma, Transaction } from '@skein/db';
import { newId } from '../../shared/ids.ts';

/** What an administrator did. */
export interface AdminAct {
  actorId: string;
  action: 'dismiss' | 'remove_thread' | 'verify' | 'unverify' | 'suspend' | 'unsuspend';
  targetType: 'report' | 'thread' | 'user';
  targetId: string;
  details?: Prisma.InputJsonObject;
  at: Date;
}

/** Notes an act for ever: within the transaction that does it, where there is one. */
export async function noteAct(
  tx: Transaction | Database,
  { actorId, action, targetType, targetId, details = {}, at }: AdminAct,
): Promise<void> {
  const data = { id: newId(), actorId, action, targetType, targetId, details, createdAt: at };
  await tx.auditEntry.create({ data });
}
