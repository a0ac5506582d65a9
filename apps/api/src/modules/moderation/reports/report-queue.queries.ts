import type { ModerationNote, ReportDetails, ReportEvent } from '@skein/contracts/moderation';
import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import { isActive } from '../../../domain/visibility.queries.ts';
import { userJson } from '../accounts/user-json.queries.ts';

const { sql } = Prisma;

const entriesMax = 100;
const moderatorsMax = 500;

type Timed<Row> = Omit<Row, 'createdAt'> & { createdAt: Date };

const withIsoTime = <Row extends { createdAt: Date }>(row: Row) => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
});

/** The latest notes about a report and the reported user. */
export async function readNotes(
  database: Database,
  reportId: string,
  userId: string | null,
): Promise<ModerationNote[]> {
  const rows = await database.query<
    Timed<ModerationNote>
  >(sql`SELECT note.id, CASE WHEN note.report_id IS NULL THEN 'user' ELSE 'report' END AS about,
        note.text, note.created_at AS "createdAt", ${userJson(sql`author`)} AS author
      FROM moderation_notes note LEFT JOIN users author ON author.id = note.author_id
      WHERE note.report_id = ${reportId}::uuid OR note.user_id = ${userId}::uuid
      ORDER BY note.id DESC LIMIT ${entriesMax}::int`);
  return rows.map(withIsoTime);
}

/** The latest entries of the audit log about a report. */
export async function readReportEvents(
  database: Database,
  reportId: string,
): Promise<ReportEvent[]> {
  const rows = await database.query<
    Timed<ReportEvent>
  >(sql`SELECT entry.id, entry.action, entry.created_at AS "createdAt",
        ${userJson(sql`actor`)} AS actor,
        coalesce(assignee.username, entry.details->>'assignee') AS assignee,
        entry.details->>'assigneeId' AS "assigneeId"
      FROM audit_entries entry LEFT JOIN users actor ON actor.id = entry.actor_id
        LEFT JOIN users assignee ON assignee.id = (entry.details->>'assigneeId')::uuid
      WHERE entry.target_type = 'report' AND entry.target_id = ${reportId}::uuid
      ORDER BY entry.id DESC LIMIT ${entriesMax}::int`);
  return rows.map(withIsoTime);
}

/** Who handles a report and who decided it. */
export async function readHandlers(
  database: Database,
  reportId: string,
): Promise<Pick<ReportDetails, 'assignee' | 'resolver'>> {
  const [row] = await database.query<
    Pick<ReportDetails, 'assignee' | 'resolver'>
  >(sql`SELECT ${userJson(sql`assignee`)} AS assignee, ${userJson(sql`resolver`)} AS resolver
      FROM reports report
        LEFT JOIN report_assignments assignment ON assignment.report_id = report.id
        LEFT JOIN users assignee ON assignee.id = assignment.assignee_id
        LEFT JOIN users resolver ON resolver.id = report.resolver_id
      WHERE report.id = ${reportId}::uuid`);
  return row ?? { assignee: null, resolver: null };
}

/**
 * The accounts that can handle reports: configured owners, then by username. Every role above `member`
 * can, which is the condition of a partial index.
 */
export function readModerators(
  database: Database | Transaction,
  adminEmails: readonly string[],
): Promise<ReportDetails['moderators']> {
  const isConfiguredOwner = sql`(account.email_proven_at IS NOT NULL
    AND account.email = ANY (${[...adminEmails]}))`;
  return database.query(sql`SELECT account.id, account.name, account.username, false AS "isSuspended",
        CASE WHEN ${isConfiguredOwner} THEN 'owner' ELSE account.role::text END AS role
      FROM users account
      WHERE account.id IN (
          SELECT id FROM users WHERE role <> 'member'
          UNION SELECT id FROM users WHERE email = ANY (${[...adminEmails]}))
        AND (account.role <> 'member' OR ${isConfiguredOwner}) AND ${isActive(sql`account`)}
        AND account.deleted_at IS NULL
        AND NOT EXISTS (SELECT FROM pending_registrations WHERE user_id = account.id)
      ORDER BY ${isConfiguredOwner} DESC, account.username LIMIT ${moderatorsMax}::int`);
}
