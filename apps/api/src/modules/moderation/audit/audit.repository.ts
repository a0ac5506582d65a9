import type { AuditAction } from '@skein/contracts/administration';
import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import { dateOfId, lowestIdAt, newId } from '../../../platform/ids.ts';
import { dayMs } from '../../../platform/clock.ts';

const { sql } = Prisma;

const batchSize = 1000;

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

/**
 * Deletes the entries that are older than `days`, in batches that hold their locks only briefly. Returns
 * their number.
 */
export async function deleteOldEntries(
  database: Database,
  days: number,
  now: Date,
): Promise<number> {
  const before = lowestIdAt(now.getTime() - days * dayMs);
  for (let deleted = 0; ;) {
    const count = await database.execute(sql`
      DELETE FROM audit_entries WHERE id IN (
        SELECT id FROM audit_entries WHERE id < ${before}::uuid ORDER BY id LIMIT ${batchSize})`);
    deleted += count;
    if (count < batchSize) return deleted;
  }
}
