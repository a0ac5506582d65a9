import { hasPermission } from '@skein/contracts/administration';
import type { ReportAssignee, UserRole } from '@skein/contracts/administration';
import type { AdminReport, ReportTargetType } from '@skein/contracts/moderation';
import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import type { IdRange } from '../../../platform/read-page.ts';
import { findIdByUsername } from '../accounts/user-ids.queries.ts';
import { areOpenReportsAbout, isAbout, userJson } from '../accounts/user-json.queries.ts';

const { sql } = Prisma;

export interface ReportReader {
  /** Null for the command line, to which no report is hidden or assigned. */
  userId: string | null;
  role: UserRole;
  /** Lower case. The addresses of configured owners. */
  adminEmails: readonly string[];
}

/** How many reports are read before the index of rules, which cannot return only the latest matches. */
const latestMax = 5000;

/** Open reports, or resolved and dismissed ones, the latest first. */
export async function readReports(
  database: Database,
  reader: ReportReader,
  { filter, range: { afterId, skip, take } }: { filter: ReportFilter; range: IdRange },
): Promise<AdminReport[]> {
  const conditions = await readConditions(database, filter, reader.userId);
  if (conditions === null) return [];
  const { isOpen, rule } = filter;
  const isState = isOpen ? sql`report.status = 'open'` : sql`report.status <> 'open'`;
  const isListed = sql`${isState} AND ${conditions} AND ${canRead(reader)}`;
  const isAfter = sql`(${afterId}::uuid IS NULL OR report.id < ${afterId}::uuid)`;
  // This query does not use the tables of the outer query, whose sizes PostgreSQL would misjudge.
  const latest = (reports: Prisma.Sql, limit: Prisma.Sql) => sql`
    SELECT report.id AS report_id FROM ${reports} report WHERE ${isListed} AND ${isAfter}
    ORDER BY report.id DESC ${limit}`;
  const page =
    rule === ''
      ? latest(sql`reports`, sql`OFFSET ${skip}::int LIMIT ${take}::int`)
      : sql`
    WITH latest AS MATERIALIZED (${latest(
      sql`(SELECT * FROM reports report WHERE ${isState} AND ${isAfter}
        ORDER BY id DESC LIMIT ${latestMax}::int)`,
      sql`LIMIT ${skip + take}::int`,
    )}), indexed AS MATERIALIZED (
      SELECT report.id AS report_id FROM reports report
      WHERE (SELECT count(*) FROM latest) < ${skip + take}::int
        AND report.rules @> ${[rule]}::text[] AND ${isListed} AND ${isAfter}
    )
    SELECT report_id FROM latest UNION SELECT report_id FROM indexed
    ORDER BY report_id DESC OFFSET ${skip}::int LIMIT ${take}::int`;
  const rows = await database.query<ReportRow>(sql`
    SELECT report.id, report.target_type::text AS "targetType", report.target_id AS "targetId",
      report.reason, report.rules, report.note, report.status::text AS status,
      report.created_at AS "createdAt", report.resolved_at AS "resolvedAt",
      report.automatic_rule AS "automaticRule", report.server,
      ${userJson(sql`reporter`)} AS reporter, ${userJson(sql`reported`)} AS "user",
      CASE WHEN reported.id = ${reader.userId}::uuid THEN NULL ELSE ${userJson(sql`assignee`)} END AS assignee,
      CASE WHEN ${isConfiguredOwner(reader)} THEN 'owner' ELSE reported.role END AS "userRole",
      coalesce(thread.content, nullif(message.content, ''), '/thread/' || message.shared_thread_id, message.content, grp.name) AS text
    FROM (${page}) page JOIN ${reportsWithUsers} ON report.id = page.report_id
      LEFT JOIN threads thread ON report.target_type = 'thread'
        AND thread.id = report.target_id AND thread.deleted_at IS NULL
      LEFT JOIN messages message ON report.target_type = 'message'
        AND message.id = report.target_id AND message.deleted_at IS NULL
      LEFT JOIN chat_groups grp ON report.target_type = 'group' AND grp.conversation_id = report.target_id
      LEFT JOIN users reporter ON reporter.id = report.reporter_id
      LEFT JOIN report_assignments assignment ON assignment.report_id = report.id
      LEFT JOIN users assignee ON assignee.id = assignment.assignee_id
    ORDER BY report.id DESC`);
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
  user: string;
  reporter: string;
}

/** Null if a named user does not exist. */
async function readConditions(
  database: Database,
  filter: ReportFilter,
  viewerId: string | null,
): Promise<Prisma.Sql | null> {
  const { assignee, targetType, rule, user, reporter } = filter;
  const conditions = [sql`true`];
  if (assignee !== '') conditions.push(assigned[assignee](viewerId));
  if (targetType !== '') conditions.push(sql`report.target_type = ${targetType}::report_target`);
  if (rule !== '') conditions.push(sql`${rule} = ANY (report.rules)`);
  if (user.trim() !== '') {
    const id = await findIdByUsername(database, user);
    if (id === null) return null;
    conditions.push(sql`report.person_id = ${id}::uuid`);
  }
  if (reporter.trim() !== '') {
    const id = await findIdByUsername(database, reporter);
    if (id === null) return null;
    conditions.push(sql`report.reporter_id = ${id}::uuid`);
  }
  return Prisma.join(conditions, ' AND ');
}

/** The assignment of a report about the viewer is hidden from them. */
const assigned: Record<ReportAssignee, (viewerId: string | null) => Prisma.Sql> = {
  me: (viewerId) => sql`report.id IN (
    SELECT report_id FROM report_assignments WHERE assignee_id = ${viewerId}::uuid)`,
  others: (viewerId) => sql`report.person_id IS DISTINCT FROM ${viewerId}::uuid AND report.id IN (
    SELECT report_id FROM report_assignments WHERE assignee_id IS DISTINCT FROM ${viewerId}::uuid)`,
  nobody: (viewerId) => sql`(report.person_id = ${viewerId}::uuid OR NOT EXISTS (
    SELECT FROM report_assignments WHERE report_id = report.id))`,
};

/** The user whom a report is about; null for a report that does not exist or the reader may not see. */
export async function findReadableReport(
  database: Database,
  reader: Omit<ReportReader, 'userId'>,
  reportId: string,
): Promise<{ userId: string | null; userRole: UserRole | null } | null> {
  const [row] = await database.query<{
    userId: string | null;
    userRole: UserRole | null;
  }>(sql`SELECT reported.id AS "userId",
        CASE WHEN ${isConfiguredOwner(reader)} THEN 'owner' ELSE reported.role::text END AS "userRole"
      FROM ${reportsWithUsers} WHERE report.id = ${reportId}::uuid AND ${canRead(reader)}`);
  return row ?? null;
}

/** Joins the user for deleted content too, but not for a deleted account. */
const reportsWithUsers = sql`(reports report
  LEFT JOIN users reported ON reported.id = report.person_id AND reported.deleted_at IS NULL)`;

/** Moderators neither read nor decide reports about themselves, other moderators and administrators. */
function canRead(reader: Omit<ReportReader, 'userId'>): Prisma.Sql {
  if (hasPermission(reader.role, 'administrate')) return sql`true`;
  // A scalar subquery is evaluated for the rows of a page only. NOT EXISTS could read all accounts.
  return sql`(SELECT reported.role <> 'member' OR ${isConfiguredOwner(reader)} FROM users reported
    WHERE reported.id = report.person_id AND reported.deleted_at IS NULL) IS NOT TRUE`;
}

function isConfiguredOwner({ adminEmails }: Pick<ReportReader, 'adminEmails'>): Prisma.Sql {
  return sql`(reported.email_proven_at IS NOT NULL AND reported.email = ANY (${[...adminEmails]}))`;
}

interface ReportRow extends Omit<AdminReport, 'createdAt' | 'resolvedAt'> {
  createdAt: Date;
  resolvedAt: Date | null;
}

interface Decision {
  resolverId: string | null;
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
  const [report] = await tx.query<
    ReportedTarget & { status: 'open' | 'resolved' | 'dismissed' }
  >(sql`SELECT target_type::text AS "targetType", target_id AS "targetId", status::text AS status
      FROM reports WHERE id = ${reportId}::uuid AND (${isAbout(sql`${userId}::uuid`)}
          OR (target_type = 'thread' AND target_id = ${threadId}::uuid)) FOR UPDATE`);
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
  tx: Pick<Database, 'execute'>,
  userId: string,
  { resolverId, at }: Decision,
): Promise<void> {
  await tx.execute(sql`
    UPDATE reports SET status = 'resolved', resolver_id = ${resolverId}::uuid, resolved_at = ${at}
    WHERE ${areOpenReportsAbout(sql`${userId}::uuid`)}`);
}

/** Makes concurrent requests about a report wait. Returns its status; undefined if it does not exist. */
export async function lockReport(tx: Transaction, id: string): Promise<string | undefined> {
  const [report] = await tx.query<{ status: string }>(
    sql`SELECT status::text AS status FROM reports WHERE id = ${id}::uuid FOR UPDATE`,
  );
  return report?.status;
}
