import { pushSubscriptionsMax } from '@skein/contracts/limits';
import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { UnauthenticatedError } from '../../../platform/errors.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { claimStatement, hasUnread, isOfEndedSession } from './claim.queries.ts';
import type { ClaimedSubscription, DeliveredSubscriptions } from './claim.queries.ts';
import type { PushTarget } from './push-sender.ts';

const { sql } = Prisma;

/** How far a browser has been notified. */
export interface BrowserPosition {
  lastNotificationId: string;
  lastInboxSeq: number;
}

export type ClaimedBrowser = ClaimedSubscription & BrowserPosition;

/** Whether messages were delivered to the inbox since the position of the subscription `own`. */
const hasMessages = sql`EXISTS (SELECT FROM chat_inboxes inbox
  WHERE inbox.user_id = own.user_id AND inbox.last_seq > own.told_seq)`;

/**
 * Adds a subscription, or moves an existing one of the same browser to this user and session.
 * Its failures still count until a delivery succeeds.
 * @throws UnauthenticatedError when the account or session was deleted meanwhile
 */
export function insertSubscription(
  database: Database,
  { userId, sessionId }: Viewer,
  id: string,
  { endpoint, p256dh, auth }: PushTarget,
): Promise<string> {
  return database.$transaction(async (tx) => {
    const inserted = await tx.execute(sql`
      INSERT INTO push_subscriptions AS existing
        (id, user_id, session_id, endpoint, p256dh, auth, told_id, told_seq)
      SELECT ${id}::uuid, own.id, session.id, ${endpoint}, ${p256dh}, ${auth},
        ${id}::uuid, coalesce((SELECT last_seq FROM chat_inboxes WHERE user_id = own.id), 0)
      FROM users own JOIN sessions session ON session.user_id = own.id
      WHERE own.id = ${userId}::uuid AND session.id = ${sessionId}::uuid
      FOR KEY SHARE OF own, session
      ON CONFLICT (endpoint) DO UPDATE SET id = excluded.id, user_id = excluded.user_id,
        session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth,
        told_id = excluded.told_id, told_seq = excluded.told_seq`);
    if (inserted === 0) throw new UnauthenticatedError();
    await tx.execute(sql`
      DELETE FROM push_subscriptions WHERE user_id = ${userId}::uuid AND id NOT IN (
        SELECT id FROM push_subscriptions WHERE user_id = ${userId}::uuid
        ORDER BY id DESC LIMIT ${pushSubscriptionsMax}::int)`);
    return id;
  });
}

/** Returns false when the user has no such subscription. */
export async function deleteSubscription(
  database: Database,
  userId: string,
  id: string,
): Promise<boolean> {
  const { count } = await database.pushSubscription.deleteMany({ where: { id, userId } });
  return count > 0;
}

/** What deliveries do with the subscriptions of browsers. */
export const browserSubscriptions: DeliveredSubscriptions<ClaimedBrowser, BrowserPosition> = {
  async deleteById(database, id) {
    await database.pushSubscription.deleteMany({ where: { id } });
  },

  async deleteEnded(database, now) {
    await database.pushSubscription.deleteMany({ where: isOfEndedSession(now) });
  },

  claim: (database, request) =>
    database.query<ClaimedBrowser>(
      claimStatement(
        {
          table: sql`push_subscriptions`,
          isPending: sql`(${hasUnread(sql`own.told_id`, request)} OR ${hasMessages})`,
          columns: sql`told_id AS "lastNotificationId", told_seq AS "lastInboxSeq"`,
        },
        request,
      ),
    ),

  async skipPending(database, upTo) {
    await database.execute(sql`
      UPDATE push_subscriptions own SET told_id = greatest(told_id, ${upTo}::uuid),
        told_seq = coalesce((SELECT last_seq FROM chat_inboxes WHERE user_id = own.user_id), told_seq)
      WHERE ${hasUnread(sql`own.told_id`, { upTo })} OR ${hasMessages}`);
  },

  async storeProgress(database, id, { position, ...rest }) {
    await database.pushSubscription.updateMany({ where: { id }, data: { ...rest, ...position } });
  },
};
