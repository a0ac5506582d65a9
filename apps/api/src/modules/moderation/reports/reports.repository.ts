import type { ReportReason, ReportTargetType } from '@skein/contracts/moderation';
import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { UnauthenticatedError } from '../../../platform/errors.ts';
import { enqueueFlag } from '../../../domain/events/federation-writer.queries.ts';
import { enqueueWebhooks } from '../../../domain/events/webhook-writer.queries.ts';
import { dateOfId } from '../../../platform/ids.ts';
import { recordAction } from '../audit/audit.repository.ts';

const { sql } = Prisma;

export interface NewReport {
  id: string;
  reporterId: string;
  targetType: ReportTargetType;
  targetId: string;
  messageIds: string[];
  reason: ReportReason;
  rules: string[];
  note: string | null;
  /** Whether the server of an account of another server gets the report, too. */
  isForwarded: boolean;
}

/**
 * Adds nothing if the reporter already has an open report of the same target, or a repeated
 * request has added it.
 * @throws UnauthenticatedError when the reporter's account was deleted meanwhile
 */
export async function insertReportUnlessOpen(
  database: Database,
  { id, reporterId, targetType, targetId, isForwarded, ...rest }: NewReport,
) {
  await database.$transaction(async (tx) => {
    // Serializes the reports of one user, so that two concurrent ones are not both added.
    const [reporter] = await tx.query<{ id: string }>(sql`
      SELECT id FROM users WHERE id = ${reporterId}::uuid FOR NO KEY UPDATE`);
    if (reporter === undefined) throw new UnauthenticatedError();
    const same = { reporterId, targetType, targetId };
    const open = await tx.report.findFirst({
      where: { OR: [{ id }, { ...same, status: 'open' }] },
      select: { id: true },
    });
    if (open !== null) return;
    await tx.report.create({ data: { id, createdAt: dateOfId(id), ...same, ...rest } });
    const data = { reportId: id, targetType, targetId, reason: rest.reason };
    await enqueueWebhooks(tx, { event: 'report.created', data });
    if (isForwarded) await enqueueFlag(tx, id);
  });
}

export async function isReportCreated(database: Database, id: string): Promise<boolean> {
  return (await database.report.count({ where: { id } })) > 0;
}

/**
 * Changes nothing if the report is not open. Returns null when the report does not exist, and what was decided
 * before.
 */
export function closeReport(
  database: Database,
  id: string,
  { resolverId, at }: { resolverId: string | null; at: Date },
) {
  return database.$transaction(async (tx): Promise<'resolved' | 'dismissed' | 'done' | null> => {
    const { count } = await tx.report.updateMany({
      where: { id, status: 'open' },
      data: { status: 'dismissed', resolverId, resolvedAt: at },
    });
    if (count === 0) {
      const decided = await tx.report.findFirst({ where: { id }, select: { status: true } });
      return decided === null || decided.status === 'open' ? null : decided.status;
    }
    const target = { targetType: 'report', targetId: id } as const;
    await recordAction(tx, { actorId: resolverId, action: 'dismiss', ...target });
    return 'done';
  });
}
