import { hasPermission } from '@skein/contracts/administration';
import type { UserRole } from '@skein/contracts/administration';
import type { AdminReport, ReportTargetType } from '@skein/contracts/moderation';
import { Prisma, queryRows } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import type { PageRange } from './id-page.ts';
import { areOpenReportsAbout, isAbout, userJson } from './user-json.queries.ts';

const { sql } = Prisma;

export interface ReportReader {
  role: UserRole;
  /** Lower case. The addresses of configured owners. */
  adminEmails: readonly string[];
}

/** Open reports, or resolved and dismissed ones, the latest first. */
export async function readReports(
  database: Database,
  reader: ReportReader,
  { isOpen, range: { afterId, skip, take } }: { isOpen: boolean; range: PageRange },
): Promise<AdminReport[]> {
  const rows = await database.$queryRaw<ReportRow[]>(sql`
    SELECT report.id, report.target_type::text AS "targetType", report.target_id AS "targetId",
      report.reason, report.rules, report.note, report.status::text AS status,
      report.created_at AS "createdAt", report.resolved_at AS "resolvedAt",
      ${userJson(sql`reporter`)} AS reporter, ${userJson(sql`person`)} AS person,
      CASE WHEN ${isConfiguredOwner(reader)} THEN 'owner' ELSE person.role END AS "personRole",
      coalesce(thread.content, nullif(message.content, ''), '/thread/' || message.shared_thread_id, message.content) AS text
    FROM ${reportsWithPersons} LEFT JOIN users reporter ON reporter.id = report.reporter_id
    WHERE (report.status = 'open') = ${isOpen} AND ${canRead(reader)}
      AND (${afterId}::uuid IS NULL OR report.id < ${afterId}::uuid)
    ORDER BY report.id DESC OFFSET ${skip}::int LIMIT ${take}::int`);
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    resolvedAt: row.resolvedAt?.toISOString() ?? null,
  }));
}

/** Whether a report exists that the reader may see. */
export async function isReadable(
  database: Database,
  reader: ReportReader,
  reportId: string,
): Promise<boolean> {
  const rows = await queryRows(
    database,
    sql`SELECT FROM ${reportsWithPersons} WHERE report.id = ${reportId}::uuid AND ${canRead(reader)}`,
  );
  return rows.length > 0;
}

const reportsWithPersons = sql`reports report
  LEFT JOIN threads thread ON report.target_type = 'thread'
    AND thread.id = report.target_id AND thread.deleted_at IS NULL
  LEFT JOIN messages message ON report.target_type = 'message'
    AND message.id = report.target_id AND message.deleted_at IS NULL
  LEFT JOIN users person ON person.deleted_at IS NULL AND person.id =
    CASE WHEN report.target_type = 'user' THEN report.target_id
      ELSE coalesce(thread.author_id, message.sender_id) END`;

/** Moderators neither read nor decide reports about themselves, other moderators and administrators. */
function canRead(reader: ReportReader): Prisma.Sql {
  if (hasPermission(reader.role, 'administrate')) return sql`true`;
  return sql`(person.id IS NULL OR (person.role = 'member' AND NOT ${isConfiguredOwner(reader)}))`;
}

function isConfiguredOwner({ adminEmails }: Pick<ReportReader, 'adminEmails'>): Prisma.Sql {
  return sql`(person.email_proven_at IS NOT NULL AND person.email = ANY (${[...adminEmails]}))`;
}

interface ReportRow extends Omit<AdminReport, 'createdAt' | 'resolvedAt'> {
  createdAt: Date;
  resolvedAt: Date | null;
}

interface Decision {
  resolverId: string;
  at: Date;
}

interface ReportedTarget {
  targetType: ReportTargetType;
  targetId: string;
}

/**
 * Locks a report about a user, their thread or message. Null if there is none.
 * @param about.threadId a thread of the user that the transaction may have deleted
 */
export async function findReportAbout(
  tx: Transaction,
  reportId: string,
  { userId, threadId }: { userId: string; threadId: string | null },
): Promise<(ReportedTarget & { status: 'open' | 'resolved' | 'dismissed' }) | null> {
  const [report] = await queryRows<ReportedTarget & { status: 'open' | 'resolved' | 'dismissed' }>(
    tx,
    sql`SELECT target_type::text AS "targetType", target_id AS "targetId", status::text AS status
      FROM reports WHERE id = ${reportId}::uuid AND (${isAbout(sql`${userId}::uuid`)}
          OR (target_type = 'thread' AND target_id = ${threadId}::uuid)) FOR UPDATE`,
  );
  return report ?? null;
}

/** Resolves the open reports of a user, thread or message. */
export async function resolveTargetReports(
  tx: Pick<Database, 'report'>,
  { targetType, targetId }: ReportedTarget,
  { resolverId, at }: Decision,
): Promise<void> {
  await tx.report.updateMany({
    where: { status: 'open', targetType, targetId },
    data: { status: 'resolved', resolverId, resolvedAt: at },
  });
}

/** Resolves the open reports of a user, their threads and messages. */
export async function resolveUserReports(
  tx: Pick<Database, '$executeRaw'>,
  userId: string,
  { resolverId, at }: Decision,
): Promise<void> {
  await tx.$executeRaw(sql`
    UPDATE reports SET status = 'resolved', resolver_id = ${resolverId}::uuid, resolved_at = ${at}
    WHERE ${areOpenReportsAbout(sql`${userId}::uuid`)}`);
}
