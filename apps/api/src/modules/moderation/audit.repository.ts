import type { AuditAction } from '@skein/contracts/administration';
import type { Prisma, Transaction } from '@skein/db';
import { dateOfId, newId } from '../../platform/ids.ts';

/** An action of an administrator. */
export interface AuditedAction {
  actorId: string;
  action: AuditAction;
  /** Undefined for an action on the instance, like `targetId`. */
  targetType?: 'report' | 'thread' | 'user';
  targetId?: string;
  details?: Prisma.InputJsonObject;
}

/** An action of the server itself. */
type ServerAction = Omit<AuditedAction, 'actorId'> & { actorId: null };

/** Adds an entry to the audit log, in the transaction of the action. */
export async function recordAction(
  tx: Transaction,
  { actorId, action, targetType, targetId, details = {} }: AuditedAction | ServerAction,
): Promise<void> {
  const id = newId();
  const target = { targetType: targetType ?? null, targetId: targetId ?? null };
  const data = { id, createdAt: dateOfId(id), actorId, action, ...target, details };
  await tx.auditEntry.create({ data });
}
