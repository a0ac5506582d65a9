import type { Prisma, Transaction } from '@skein/db';
import { newId } from '../../platform/ids.ts';

/** What an administrator did. */
export interface AdminAct {
  actorId: string;
  action: 'dismiss' | 'remove_thread' | 'verify' | 'unverify' | 'suspend' | 'unsuspend';
  targetType: 'report' | 'thread' | 'user';
  targetId: string;
  details?: Prisma.InputJsonObject;
  at: Date;
}

/** Notes an act for ever, in the transaction that does it. */
export async function noteAct(
  tx: Transaction,
  { actorId, action, targetType, targetId, details = {}, at }: AdminAct,
): Promise<void> {
  const data = { id: newId(), actorId, action, targetType, targetId, details, createdAt: at };
  await tx.auditEntry.create({ data });
}
