import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { lowestIdAt } from '../../../platform/ids.ts';
import { hydrateMessages, isMessageVisible, joinUsers } from './messages.hydrator.ts';
import type { ListedMessage } from './messages.hydrator.ts';

const { sql } = Prisma;

const sweepBatchSize = 5000;

export interface InboxPosition {
  userId: string;
  seq: number;
}

// An inbox contains a user's sent and received messages in commit order.

/**
 * At most `limit` messages after a position; `position` of each row is its position in the inbox. Hidden
 * messages do not count towards the limit; otherwise a client could not get past a long run of them.
 */
export function listInbox(
  database: Database,
  userId: string,
  afterSeq: number,
  limit: number,
): Promise<ListedMessage[]> {
  return hydrateMessages(
    database,
    userId,
    sql`SELECT delivery.message_id, delivery.seq AS position
      FROM message_deliveries delivery JOIN messages m ON m.id = delivery.message_id
        JOIN conversations c ON c.id = m.conversation_id ${joinUsers(userId)}
      WHERE delivery.user_id = ${userId}::uuid AND delivery.seq > ${afterSeq}::int AND ${isMessageVisible}
      ORDER BY delivery.seq LIMIT ${limit}::int`,
  );
}

export async function findPosition(
  database: Database,
  userId: string,
  messageId: string,
): Promise<number | null> {
  const delivery = await database.messageDelivery.findFirst({
    where: { messageId, userId },
    select: { seq: true },
  });
  return delivery?.seq ?? null;
}

/** Returns 0 for an empty inbox. */
export async function findLastPosition(database: Database, userId: string): Promise<number> {
  const inbox = await database.chatInbox.findFirst({
    where: { userId },
    select: { lastSeq: true },
  });
  return inbox?.lastSeq ?? 0;
}

/** Returns the users who have messages after a position. */
export async function listUsersBehind(
  database: Database,
  positions: readonly InboxPosition[],
): Promise<string[]> {
  const rows = await database.query<{ userId: string }>(sql`
    SELECT inbox.user_id AS "userId" FROM chat_inboxes inbox
      JOIN unnest(${positions.map(({ userId }) => userId)}::uuid[], ${positions.map(({ seq }) => seq)}::int[])
        AS seen (user_id, seq) ON seen.user_id = inbox.user_id
    WHERE inbox.last_seq > seen.seq`);
  return rows.map(({ userId }) => userId);
}

/** Removes a batch of deliveries of messages created before a moment and returns their number. */
export function deleteDeliveriesBefore(database: Database, moment: Date): Promise<number> {
  return database.execute(sql`
    DELETE FROM message_deliveries WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM message_deliveries
      WHERE message_id < ${lowestIdAt(moment.getTime())}::uuid
      ORDER BY message_id LIMIT ${sweepBatchSize} FOR UPDATE SKIP LOCKED))`);
}
