import { createHash, randomBytes } from 'node:crypto';
import type { StrikeAction } from '@skein/contracts/administration';
import type { moderationNotificationTypes } from '@skein/contracts/constants';
import type { Database, Transaction } from '@skein/db';
import { Prisma } from '@skein/db';
import { dateOfId, newId } from '../../../platform/ids.ts';
import { insertNotifications } from '../../../domain/events/notification-writer.queries.ts';

const { sql } = Prisma;

export interface NewStrike {
  userId: string;
  /** Null for the command line. */
  moderatorId: string | null;
  action: StrikeAction;
  /** Titles. */
  rules: string[];
  text: string | null;
  thread: { id: string; content: string } | null;
  /** The end of a suspension. */
  endsAt: Date | null;
  /** By the automatic protection. */
  isAutomatic?: boolean;
}

/** Adds a strike and its notification. Returns its id and the token with which its user can appeal. */
export async function insertStrike(
  tx: Transaction,
  { thread, ...strike }: NewStrike,
  id = newId(),
): Promise<{ id: string; appealToken: string }> {
  const appealToken = randomBytes(32).toString('base64url');
  await tx.strike.create({
    data: {
      ...strike,
      id,
      createdAt: dateOfId(id),
      threadId: thread?.id ?? null,
      threadText: thread?.content ?? null,
      appealTokenHash: hashAppealToken(appealToken),
    },
    select: { id: true },
  });
  await notifyOfModeration(tx, strike.userId);
  return { id, appealToken };
}

/** Returns false if the strike was lifted or has an appeal. A concurrent lift or appeal ends first. */
export async function insertAppealUnlessLifted(
  database: Database,
  { strikeId, text, createdAt }: { strikeId: string; text: string; createdAt: Date },
): Promise<boolean> {
  const count = await database.execute(sql`
    INSERT INTO appeals (strike_id, text, created_at)
    SELECT id, ${text}, ${createdAt} FROM strikes
    WHERE id = ${strikeId}::uuid AND lifted_at IS NULL FOR NO KEY UPDATE
    ON CONFLICT DO NOTHING`);
  return count > 0;
}

/** Tokens are stored as hashes, so that a database leak does not reveal them. */
export function hashAppealToken(token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(token).digest());
}

/**
 * Notifies a user that a moderator has acted on the account, or has written about a report. Each
 * notification replaces the one before, because it leads to the list of all actions or messages.
 */
export async function notifyOfModeration(
  tx: Transaction,
  userId: string,
  type: (typeof moderationNotificationTypes)[number] = 'moderation_warning',
): Promise<void> {
  await tx.notification.deleteMany({ where: { recipientId: userId, type } });
  await tx.query(
    insertNotifications(sql`SELECT ${newId()}::uuid, ${userId}::uuid, NULL::uuid,
      ${type}::notification_type, NULL::uuid, NULL::uuid, NULL::uuid`),
  );
}

/** What the action of a strike changes. */
interface StrikeTarget {
  userId: string;
  action: StrikeAction;
  threadId: string | null;
}

/** Sets the state of an action. False if the account or thread has it already. */
export async function applyAction(
  tx: Transaction,
  { userId: id, action, threadId }: StrikeTarget,
  { now, endsAt }: { now: Date; endsAt: Date | null },
): Promise<boolean> {
  switch (action) {
    case 'limit': {
      const where = { id, limitedAt: null };
      return (await tx.user.updateMany({ where, data: { limitedAt: now } })).count > 0;
    }
    case 'freeze': {
      const where = { id, frozenAt: null };
      return (await tx.user.updateMany({ where, data: { frozenAt: now } })).count > 0;
    }
    case 'suspend': {
      const data = { suspendedAt: now, suspendedUntil: endsAt };
      const isPermanent = endsAt === null ? [] : [{ suspendedUntil: null }];
      const isChanged = [
        { suspendedAt: null },
        { NOT: { suspendedUntil: endsAt } },
        ...isPermanent,
      ];
      // Another end replaces the suspension, so that lifting the new strike ends it.
      await markLifted(tx, { userId: id, action }, now);
      return (await tx.user.updateMany({ where: { id, OR: isChanged }, data })).count > 0;
    }
    case 'mark_sensitive': {
      const where = { id: threadId ?? '', authorId: id, deletedAt: null, isSensitive: false };
      return (await tx.thread.updateMany({ where, data: { isSensitive: true } })).count > 0;
    }
    case 'warn':
    case 'remove_thread':
      return true;
  }
}

/** Whether another strike, which was not lifted, has the same effect. */
export async function hasOtherStrike(
  tx: Transaction,
  { userId, action, threadId }: StrikeTarget,
): Promise<boolean> {
  const where = { userId, action, threadId, liftedAt: null };
  return (await tx.strike.findFirst({ where, select: { id: true } })) !== null;
}

/** Reverses `applyAction`. A removed thread cannot return. */
export async function undoAction(
  tx: Transaction,
  { userId: id, action, threadId }: StrikeTarget,
): Promise<void> {
  switch (action) {
    case 'limit':
      await tx.user.updateMany({ where: { id }, data: { limitedAt: null } });
      return;
    case 'freeze':
      await tx.user.updateMany({ where: { id }, data: { frozenAt: null } });
      return;
    case 'suspend':
      await tx.user.updateMany({
        where: { id, deletedAt: null },
        data: { suspendedAt: null, suspendedUntil: null },
      });
      return;
    case 'mark_sensitive': {
      const where = { id: threadId ?? '', authorId: id };
      await tx.thread.updateMany({ where, data: { isSensitive: false } });
      return;
    }
    case 'warn':
    case 'remove_thread':
      return;
  }
}

/** Marks all strikes of a user with this action as lifted. */
export async function markLifted(
  tx: Transaction,
  where: { userId: string; action: StrikeAction } | { id: string },
  now: Date,
): Promise<boolean> {
  const { count } = await tx.strike.updateMany({
    where: { ...where, liftedAt: null },
    data: { liftedAt: now },
  });
  return count > 0;
}
