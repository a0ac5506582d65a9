import { reportMessagesMax } from '@skein/contracts/administration';
import type { ReportMessage, SentReportMessage } from '@skein/contracts/moderation';
import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import { withValues } from '@skein/messages';
import { ConflictError, NotFoundError } from '../../../platform/errors.ts';
import { dateOfId } from '../../../platform/ids.ts';
import type { IdRange } from '../../../platform/read-page.ts';
import { lockReport } from './reports.queries.ts';
import { notifyOfModeration } from '../strikes/strikes.repository.ts';
import { userJson } from '../accounts/user-json.queries.ts';

const { sql } = Prisma;

interface NewReportMessage {
  id: string;
  reportId: string;
  /** Null for the command line. */
  moderatorId: string | null;
  text: string;
}

interface ReporterRow {
  /** Null if the account was deleted. */
  id: string | null;
  hasNoReporter: boolean;
}

/** Whether the reporter can get messages of a moderator. */
type Reporter = { status: 'active'; id: string } | { status: 'self' | 'deleted' | 'none' };

/**
 * Adds a message to the reporter and its notification. Returns the id of the reporter; null if a repeated
 * request has added it before.
 * @throws NotFoundError; ConflictError if the reporter cannot get messages, and after the last message
 */
export async function insertReportMessage(
  tx: Transaction,
  { id, reportId, moderatorId, text }: NewReportMessage,
): Promise<string | null> {
  // Serializes the messages of a report, so that concurrent ones respect the maximum.
  await lockReport(tx, reportId);
  const recipientId = await requireReporter(tx, reportId, moderatorId);
  const ids = await tx.reportMessage.findMany({ where: { reportId }, select: { id: true } });
  if (ids.some((message) => message.id === id)) return null;
  if (ids.length >= reportMessagesMax) {
    const message = withValues('error.reportMessagesMax', { max: reportMessagesMax });
    throw new ConflictError('conflict', message);
  }
  const createdAt = dateOfId(id);
  await tx.reportMessage.create({
    data: { id, reportId, recipientId, moderatorId, text, createdAt },
    select: { id: true },
  });
  await notifyOfModeration(tx, recipientId, 'report_message');
  return recipientId;
}

async function requireReporter(
  tx: Transaction,
  reportId: string,
  moderatorId: string | null,
): Promise<string> {
  const reporter = await findReporter(tx, reportId, moderatorId);
  if (reporter === null) throw new NotFoundError('error.reportNotFound');
  if (reporter.status === 'active') return reporter.id;
  throw new ConflictError('conflict', rejections[reporter.status]);
}

const rejections = {
  self: 'error.reporterIsViewer',
  deleted: 'error.reporterDeleted',
  none: 'error.reportWithoutReporter',
} as const;

export async function readReporterStatus(
  database: Database,
  reportId: string,
  viewerId: string | null,
): Promise<Reporter['status']> {
  const reporter = await findReporter(database, reportId, viewerId);
  return reporter?.status ?? 'deleted';
}

async function findReporter(
  database: Database | Transaction,
  reportId: string,
  moderatorId: string | null,
): Promise<Reporter | null> {
  const [row] =
    await database.query<ReporterRow>(sql`SELECT reporter.id, num_nonnulls(report.automatic_rule, report.server) > 0 AS "hasNoReporter"
      FROM reports report
        LEFT JOIN users reporter ON reporter.id = report.reporter_id AND reporter.deleted_at IS NULL
      WHERE report.id = ${reportId}::uuid`);
  if (row === undefined) return null;
  const { id, hasNoReporter } = row;
  if (hasNoReporter) return { status: 'none' };
  if (id === null) return { status: 'deleted' };
  return id === moderatorId ? { status: 'self' } : { status: 'active', id };
}

type Timed<Row> = Omit<Row, 'createdAt'> & { createdAt: Date };

/** The messages to the reporter of a report, latest first. */
export async function readSentMessages(
  database: Database,
  reportId: string,
): Promise<SentReportMessage[]> {
  const rows = await database.query<
    Timed<SentReportMessage>
  >(sql`SELECT message.id, message.text, message.created_at AS "createdAt",
        ${userJson(sql`moderator`)} AS moderator
      FROM report_messages message LEFT JOIN users moderator ON moderator.id = message.moderator_id
      WHERE message.report_id = ${reportId}::uuid ORDER BY message.id DESC`);
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}

/** The messages to a user about their reports, latest first. */
export async function readReportMessages(
  database: Database,
  userId: string,
  { afterId, skip, take }: IdRange,
): Promise<ReportMessage[]> {
  const rows = await database.reportMessage.findMany({
    where: { recipientId: userId, ...(afterId !== null && { id: { lt: afterId } }) },
    orderBy: { id: 'desc' },
    skip,
    take,
    select: {
      id: true,
      text: true,
      createdAt: true,
      report: { select: { targetType: true, reason: true, createdAt: true } },
    },
  });
  return rows.map(({ report, ...message }) => ({
    ...message,
    createdAt: message.createdAt.toISOString(),
    report: {
      ...report,
      // Reports are stored with a known reason.
      reason: report.reason as ReportMessage['report']['reason'],
      createdAt: report.createdAt.toISOString(),
    },
  }));
}
