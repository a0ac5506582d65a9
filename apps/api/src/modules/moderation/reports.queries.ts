import { hasPermission } from '@skein/contracts/administration';
import type { ReportAssignee, UserRole } from '@skein/contracts/administration';
import type { AdminReport, ReportTargetType } from '@skein/contracts/moderation';
import { Prisma, queryRows } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import type { PageRange } from './id-page.ts';
import { areOpenReportsAbout, isAbout, userJson } from './user-json.queries.ts';

const { sql } = Prisma;

export interface ReportReader {
  userId: string;
  role: UserRole;
  /** Lower case. The addresses of configured owners. */
  adminEmails: readonly string[];
}

/** Open reports, or resolved and dismissed ones, the latest first. */
export async function readReports(
  database: Database,
  reader: ReportReader,
  { filter, range: { afterId, skip, take } }: { filter: ReportFilter; range: PageRange },
): Promise<AdminReport[]> {
  const rows = await database.$queryRaw<ReportRow[]>(sql`
    SELECT report.id, report.target_type::text AS "targetType", report.target_id AS "targetId",
      report.reason, report.rules, report.note, report.status::text AS status,
      report.created_at AS "createdAt", report.resolved_at AS "resolvedAt",
      ${userJson(sql`reporter`)} AS reporter, ${userJson(sql`person`)} AS person,
      CASE WHEN person.id = ${reader.userId}::uuid THEN NULL ELSE ${userJson(sql`assignee`)} END AS assignee,
      CASE WHEN ${isConfiguredOwner(reader)} THEN 'owner' ELSE person.role END AS "personRole",
      coalesce(thread.content, nullif(message.content, ''), '/thread/' || message.shared_thread_id, message.content) AS text
    FROM ${reportsWithPersons} LEFT JOIN users reporter ON reporter.id = report.reporter_id
      LEFT JOIN report_assignments assignment ON assignment.report_id = report.id
      LEFT JOIN users assignee ON assignee.id = assignment.assignee_id
    WHERE ${canRead(reader)} AND ${matches(filter, reader.userId)}
      AND (${afterId}::uuid IS NULL OR report.id < ${afterId}::uuid)
    ORDER BY report.id DESC OFFSET ${skip}::int LIMIT ${take}::int`);
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    resolvedAt: row.resolvedAt?.toISOString() ?? null,
  }));
}

/** Empty texts filter nothing. Usernames of the reported user or author, and of the reporter. */
export interface ReportFilter {
  isOpen: boolean;
  assignee: ReportAssignee | '';
  targetType: ReportTargetType | '';
  /** The title of a broken rule. */
  rule: string;
  person: string;
  reporter: string;
}

function matches(filter: ReportFilter, viewerId: string): Prisma.Sql {
  const { isOpen, assignee, targetType, rule, person, reporter } = filter;
  const named = (user: Prisma.Sql, name: string) =>
    sql`${user}.username = ${name.trim().replace(/^@/, '').toLowerCase()}`;
  const conditions = [isOpen ? sql`report.status = 'open'` : sql`report.status <> 'open'`];
  if (assignee !== '') conditions.push(assigned[assignee](viewerId));
  if (targetType !== '') conditions.push(sql`report.target_type::text = ${targetType}`);
  if (rule !== '') conditions.push(sql`${rule} = ANY (report.rules)`);
  if (person.trim() !== '') conditions.push(named(sql`person`, person));
  if (reporter.trim() !== '') conditions.push(named(sql`reporter`, reporter));
  return Prisma.join(conditions, ' AND ');
}

/** The assignment of a report about the viewer is hidden from them. */
const assigned: Record<ReportAssignee, (viewerId: string) => Prisma.Sql> = {
  me: (viewerId) => sql`assignment.assignee_id = ${viewerId}::uuid`,
  others: (viewerId) =>
    sql`assignment.assignee_id <> ${viewerId}::uuid AND person.id IS DISTINCT FROM ${viewerId}::uuid`,
  nobody: (viewerId) => sql`(assignment.report_id IS NULL OR person.id = ${viewerId}::uuid)`,
};

/** The user whom a report is about; null for a report that does not exist or the reader may not see. */
export async function findReadableReport(
  database: Database,
  reader: Omit<ReportReader, 'userId'>,
  reportId: string,
): Promise<{ personId: string | null; personRole: UserRole | null } | null> {
  const [row] = await queryRows<{ personId: string | null; personRole: UserRole | null }>(
    database,
    sql`SELECT person.id AS "personId",
        CASE WHEN ${isConfiguredOwner(reader)} THEN 'owner' ELSE person.role::text END AS "personRole"
      FROM ${reportsWithPersons} WHERE report.id = ${reportId}::uuid AND ${canRead(reader)}`,
  );
  return row ?? null;
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
function canRead(reader: Omit<ReportReader, 'userId'>): Prisma.Sql {
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
