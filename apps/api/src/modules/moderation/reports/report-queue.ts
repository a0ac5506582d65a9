import { hasPermission, isBelow } from '@skein/contracts/administration';
import type { UserRole } from '@skein/contracts/administration';
import type { ReportDetails, addModerationNote } from '@skein/contracts/moderation';
import type { RouteInput } from '@skein/contracts/http';
import type { Database } from '@skein/db';
import type { Idempotency } from '../../../platform/idempotency/idempotency.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Bus } from '../../../platform/events/bus.ts';
import { ConflictError, NotFoundError, ValidationError } from '../../../platform/errors.ts';
import { dateOfId, isId } from '../../../platform/ids.ts';
import type { Actor } from '../../../platform/viewer.ts';
import type { UsersModule } from '../../users/index.ts';
import { recordAction } from '../audit/audit.repository.ts';
import {
  readHandlers,
  readModerators,
  readNotes,
  readReportEvents,
} from './report-queue.queries.ts';
import { messageReporter } from './message-reporter.ts';
import type { ModerationEmails } from '../accounts/moderation-emails.ts';
import { getReportContext } from './report-context.ts';
import { readReporterStatus, readSentMessages } from './report-messages.repository.ts';
import { findReadableReport, lockReport } from './reports.queries.ts';

interface Dependencies {
  database: Database;
  users: Pick<UsersModule, 'requirePermission'>;
  adminEmails: readonly string[];
  clock: Clock;
  bus: Pick<Bus, 'publish'>;
  moderationEmails: ModerationEmails;
}

export interface MessageInput {
  reportId: string;
  text: string;
}

export type NoteInput = RouteInput<typeof addModerationNote>['body'] & { reportId: string };

export async function getReportDetails(
  dependencies: Dependencies,
  viewer: Actor,
  reportId: string,
): Promise<ReportDetails> {
  const { database, adminEmails } = dependencies;
  const { userId, userRole } = await requireReport(dependencies, viewer, reportId);
  const [handlers, moderators, notes, messages, reporterStatus, events, strikes, strikesCount] =
    await Promise.all([
      readHandlers(database, reportId),
      readModerators(database, adminEmails),
      readNotes(database, reportId, userId),
      readSentMessages(database, reportId),
      readReporterStatus(database, reportId, viewer.userId),
      readReportEvents(database, reportId),
      userId === null ? 0 : database.strike.count({ where: { userId } }),
      userId === null ? 0 : database.strike.count({ where: { userId, liftedAt: null } }),
    ]);
  return {
    ...handlers,
    moderators: moderators.filter((each) => canHandle(each, { userId, userRole })),
    notes,
    messages,
    reporterStatus,
    events,
    strikesCount,
    hasStrikes: strikes > 0,
  };
}

export async function readContextOfReport(
  dependencies: Dependencies,
  viewer: Actor,
  reportId: string,
) {
  await requireReport(dependencies, viewer, reportId);
  return getReportContext(dependencies.database, viewer, reportId);
}

export async function sendMessageToReporter(
  dependencies: Dependencies,
  viewer: Actor,
  idempotency: Idempotency,
  input: MessageInput,
): Promise<void> {
  await requireReport(dependencies, viewer, input.reportId);
  await messageReporter(dependencies, viewer, idempotency, input);
}

/**
 * @throws NotFoundError; ValidationError for an account that cannot decide the report; ConflictError
 * if somebody has decided it
 */
export async function assignReport(
  dependencies: Dependencies,
  viewer: Actor,
  { reportId, userId }: { reportId: string; userId: string | null },
): Promise<void> {
  const { database, adminEmails, clock } = dependencies;
  const report = await requireReport(dependencies, viewer, reportId);
  await database.$transaction(async (tx) => {
    const assignee = (await readModerators(tx, adminEmails)).find(({ id }) => id === userId);
    if (userId !== null && (assignee === undefined || !canHandle(assignee, report))) {
      const message = 'error.reportNotAssignable';
      throw new ValidationError([{ path: 'userId', message }]);
    }
    const status = await lockReport(tx, reportId);
    if (status === undefined) throw reportNotFound();
    if (status !== 'open') {
      throw new ConflictError('conflict', 'error.reportDecided');
    }
    const current = await tx.reportAssignment.findFirst({ where: { reportId } });
    if ((current?.assigneeId ?? null) === userId) return;
    await tx.reportAssignment.deleteMany({ where: { reportId } });
    if (userId !== null) {
      const data = { reportId, assigneeId: userId, createdAt: clock.now() };
      await tx.reportAssignment.create({ data });
    }
    await recordAction(tx, {
      actorId: viewer.userId,
      action: 'assign_report',
      targetType: 'report',
      targetId: reportId,
      // The id, because the username is personal data that a deleted account must not leave behind.
      details: { assigneeId: userId },
    });
  });
}

/** @throws NotFoundError, also for a note about a user who no longer exists */
export async function addNote(
  dependencies: Dependencies,
  viewer: Actor,
  idempotency: Idempotency,
  { reportId, about, text }: NoteInput,
): Promise<void> {
  if (idempotency.attempt === 'completed') return;
  const { userId } = await requireReport(dependencies, viewer, reportId);
  if (about === 'user' && userId === null) throw reportNotFound();
  const { id } = idempotency;
  const subject = about === 'user' ? { userId } : { reportId };
  const note = { id, authorId: viewer.userId, ...subject, text, createdAt: dateOfId(id) };
  await dependencies.database.$transaction(async (tx) => {
    const { count } = await tx.moderationNote.createMany({ data: [note], skipDuplicates: true });
    if (count === 0) return;
    // The entry does not contain the text, because the audit log is never deleted.
    await recordAction(tx, {
      actorId: viewer.userId,
      action: 'add_note',
      targetType: 'report',
      targetId: reportId,
      details: { about },
    });
  });
}

interface ReportedUser {
  userId: string | null;
  userRole: UserRole | null;
}

/** Nobody sees who handles the reports about themselves. */
async function requireReport(
  { database, users, adminEmails }: Dependencies,
  viewer: Actor,
  reportId: string,
): Promise<ReportedUser> {
  const role = await users.requirePermission(viewer, 'moderate');
  const report = isId(reportId)
    ? await findReadableReport(database, { role, adminEmails }, reportId)
    : null;
  const isOwn = viewer.userId !== null && report?.userId === viewer.userId;
  if (report === null || isOwn) throw reportNotFound();
  return report;
}

/** Applies the same rule as for the reports that moderators can read. */
function canHandle(
  moderator: { id: string; role: UserRole },
  { userId, userRole }: ReportedUser,
): boolean {
  if (moderator.id === userId) return false;
  return hasPermission(moderator.role, 'administrate') || !isStaff(userRole);
}

const isStaff = (role: UserRole | null) => role !== null && isBelow('member', role);

const reportNotFound = () => new NotFoundError('error.reportNotFound');
