import type { AuditAction } from '@skein/contracts/administration';
import type { Prisma, Transaction } from '@skein/db';
import { dateOfId, newId } from '../../platform/ids.ts';

/** An action in the administration. */
export interface AuditedAction {
  /** By which a repeated request recognizes what it has done. */
  id?: string;
  /** Null for the command line, and for the server, whose details have `by: 'server'`. */
  actorId: string | null;
  action: AuditAction;
  /** Undefined for an action on the instance, like `targetId`. */
  targetType?: 'report' | 'thread' | 'user';
  targetId?: string;
  details?: Prisma.InputJsonObject;
}

/** Adds an entry to the audit log, in the transaction of the action. */
export async function recordAction(
  tx: Transaction,
  { id = newId(), actorId, action, targetType, targetId, details: given = {} }: AuditedAction,
): Promise<void> {
  const target = { targetType: targetType ?? null, targetId: targetId ?? null };
  const details = actorId === null ? { by: 'command line', ...given } : given;
  const data = { id, createdAt: dateOfId(id), actorId, action, ...target, details };
  await tx.auditEntry.create({ data });
}
