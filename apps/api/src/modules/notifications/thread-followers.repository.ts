import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import {
  getConversation,
  insertNotifications,
} from '../../domain/events/notification-writer.queries.ts';
import { newId } from '../../platform/ids.ts';

const { sql } = Prisma;

const threadBatchSize = 100;
/** Limits the duration of one statement. */
const followerBatchSize = 500;

/** New threads of which followers have to be notified, the oldest first. */
export async function listPendingThreads(database: Database): Promise<string[]> {
  const rows = await database.pendingThreadNotification.findMany({
    select: { threadId: true },
    orderBy: { threadId: 'asc' },
    take: threadBatchSize,
  });
  return rows.map(({ threadId }) => threadId);
}

interface NotifiedBatch {
  recipientIds: string[];
  /** All are notified, or another server is processing the thread. */
  isDone: boolean;
}

/**
 * Notifies a batch of the followers who want to know of each new thread of its author, except those
 * that the thread has notified as a mention or quote.
 */
export async function notifyFollowers(
  database: Database,
  threadId: string,
): Promise<NotifiedBatch> {
  const ids = Array.from({ length: followerBatchSize }, newId);
  const isLast = sql`(SELECT count(*) FROM follower) < ${followerBatchSize}::int`;
  const [batch] = await database.query<NotifiedBatch>(sql`
    WITH pending AS MATERIALIZED (
      SELECT own.thread_id, own.after_follower_id, thread.author_id, thread.deleted_at
      FROM pending_thread_notifications own JOIN threads thread ON thread.id = own.thread_id
      WHERE own.thread_id = ${threadId}::uuid
      FOR NO KEY UPDATE OF own SKIP LOCKED
    ), follower AS MATERIALIZED (
      SELECT candidate.id, row_number() OVER (ORDER BY candidate.id)::int AS number FROM (
        SELECT users.id FROM pending JOIN follows ON followee_id = pending.author_id AND is_notifying
          JOIN users ON users.id = follower_id
        WHERE pending.after_follower_id IS NULL OR follower_id > pending.after_follower_id
        ORDER BY follower_id LIMIT ${followerBatchSize}::int FOR KEY SHARE OF users
      ) candidate
    ), done AS (
      DELETE FROM pending_thread_notifications own USING pending
      WHERE own.thread_id = pending.thread_id AND ${isLast} RETURNING own.thread_id
    ), continued AS (
      UPDATE pending_thread_notifications own
      SET after_follower_id = (SELECT id FROM follower ORDER BY id DESC LIMIT 1) FROM pending
      WHERE own.thread_id = pending.thread_id AND NOT ${isLast}
    ), notified AS (${insertNotifications(sql`
      SELECT (${ids}::uuid[])[follower.number], follower.id, pending.author_id,
        'new_thread'::notification_type, pending.thread_id, NULL::uuid,
        ${getConversation(sql`pending.thread_id`)}
      FROM pending, follower WHERE pending.deleted_at IS NULL AND NOT EXISTS (
        SELECT FROM notifications existing WHERE existing.subject_id = pending.thread_id
          AND existing.type IN ('mention', 'quote') AND existing.recipient_id = follower.id)`)})
    SELECT ARRAY(SELECT recipient_id FROM notified) AS "recipientIds",
      NOT EXISTS (SELECT FROM pending) OR EXISTS (SELECT FROM done) AS "isDone"`);
  return batch ?? { recipientIds: [], isDone: true };
}
