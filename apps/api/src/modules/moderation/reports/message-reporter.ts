import type { Database } from '@skein/db';
import type { Idempotency } from '../../../platform/idempotency/idempotency.ts';
import type { Bus } from '../../../platform/events/bus.ts';
import { publishNotificationChanges } from '../../../domain/events/publish-notification-changes.ts';
import type { Actor } from '../../../platform/viewer.ts';
import { recordAction } from '../audit/audit.repository.ts';
import type { ModerationEmails } from '../accounts/moderation-emails.ts';
import { insertReportMessage } from './report-messages.repository.ts';

interface Dependencies {
  database: Database;
  bus: Pick<Bus, 'publish'>;
  moderationEmails: Pick<ModerationEmails, 'sendReportMessage'>;
}

/**
 * Writes to the reporter of a report that the moderator may read: an email and a notification.
 * @throws NotFoundError; ConflictError if the reporter cannot get messages, and after the last message
 */
export async function messageReporter(
  { database, bus, moderationEmails }: Dependencies,
  moderator: Actor,
  idempotency: Idempotency,
  { reportId, text }: { reportId: string; text: string },
): Promise<void> {
  if (idempotency.attempt === 'completed') return;
  const message = { id: idempotency.id, reportId, moderatorId: moderator.userId, text };
  const recipientId = await database.$transaction(async (tx) => {
    const inserted = await insertReportMessage(tx, message);
    if (inserted === null) return null;
    // The entry does not contain the text, because the audit log is never deleted.
    await recordAction(tx, {
      actorId: moderator.userId,
      action: 'message_reporter',
      targetType: 'report',
      targetId: reportId,
    });
    return inserted;
  });
  if (recipientId === null) return;
  publishNotificationChanges(bus, [recipientId]);
  moderationEmails.sendReportMessage(recipientId, text);
}
