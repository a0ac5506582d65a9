import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import { enqueueWebhooks } from '../../../domain/events/webhook-writer.queries.ts';
import { isActive, isLocal } from '../../../domain/visibility.queries.ts';
import { dateOfId, newId } from '../../../platform/ids.ts';

const { sql } = Prisma;

/** Further objects of one activity are ignored. */
const reportedMax = 5;
/** Open reports of one server. Further ones are ignored until moderators have decided some. */
const openReportsMax = 100;

interface Reported {
  targetType: 'user' | 'thread';
  targetId: string;
}

/** The reported threads of this server, or without one the reported accounts. */
export function listReported(
  database: Database,
  { userIds, threadIds }: { userIds: readonly string[]; threadIds: readonly string[] },
): Promise<Reported[]> {
  const account = sql`${isLocal(sql`account`)} AND ${isActive(sql`account`)}`;
  return database.query<Reported>(sql`
    WITH thread AS (
      SELECT thread.id FROM threads thread JOIN users account ON account.id = thread.author_id
      WHERE thread.id = ANY (${threadIds}::uuid[]) AND thread.deleted_at IS NULL AND ${account}
    )
    SELECT 'thread' AS "targetType", id AS "targetId" FROM thread
    UNION ALL SELECT 'user', account.id FROM users account
    WHERE account.id = ANY (${userIds}::uuid[]) AND ${account} AND NOT EXISTS (SELECT FROM thread)
    LIMIT ${reportedMax}::int`);
}

/** Adds reports of another server, except about what it has an open report of. */
export async function insertServerReports(
  tx: Transaction,
  {
    server,
    reported,
    note,
  }: { server: string; reported: readonly Reported[]; note: string | null },
): Promise<void> {
  // Serializes the reports of a server, so that two concurrent ones are not both added.
  await tx.execute(
    sql`SELECT pg_advisory_xact_lock(hashtextextended('skein report ' || ${server}, 0))`,
  );
  const openReport = { server, status: 'open' } as const;
  for (const target of reported) {
    if ((await tx.report.count({ where: openReport })) >= openReportsMax) return;
    if ((await tx.report.count({ where: { ...openReport, ...target } })) > 0) continue;
    const id = newId();
    const data = { id, createdAt: dateOfId(id), ...openReport, ...target, reason: 'other', note };
    await tx.report.create({ data, select: { id: true } });
    const event = { reportId: id, ...target, reason: 'other' };
    await enqueueWebhooks(tx, { event: 'report.created', data: event });
  }
}

interface ForwardedReport {
  note: string | null;
  /** The id of the reported thread at its server; null for a reported account. */
  threadUri: string | null;
}

/** Null if the report was deleted. */
export async function findForwardedReport(
  tx: Transaction,
  reportId: string,
): Promise<ForwardedReport | null> {
  const [row] = await tx.query<ForwardedReport>(sql`
    SELECT report.note, object.uri AS "threadUri"
    FROM reports report LEFT JOIN remote_objects object ON report.target_type = 'thread'
      AND object.thread_id = report.target_id
    WHERE report.id = ${reportId}::uuid`);
  return row ?? null;
}
