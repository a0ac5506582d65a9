import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { enqueueFinalResults } from '../../domain/events/federation-writer.queries.ts';
import {
  getConversation,
  insertNotifications,
} from '../../domain/events/notification-writer.queries.ts';
import { newId } from '../../platform/ids.ts';

const { sql } = Prisma;

const pollBatchSize = 100;
/** Limits the duration of one statement. */
const voterBatchSize = 500;

/** Ended polls whose voters and author have not all been notified. */
export async function listEndedPolls(database: Database, now: Date): Promise<string[]> {
  const rows = await database.poll.findMany({
    where: { announcedAt: null, expiresAt: { lte: now } },
    select: { id: true },
    orderBy: { expiresAt: 'asc' },
    take: pollBatchSize,
  });
  return rows.map(({ id }) => id);
}

interface NotifiedBatch {
  recipientIds: string[];
  /** The last voter of the batch. */
  lastId: string | null;
  /** All are notified, or another server is processing the poll. */
  isDone: boolean;
}

/**
 * Notifies a batch of voters, and with the last batch the author, that a poll has ended. Safe to
 * interrupt and repeat: users who were notified are skipped, and the poll is marked as announced
 * only with the last batch.
 * @param afterId The `lastId` of the previous batch. Voters who have muted the conversation stay without a notification.
 */
export async function notifyPollEnd(
  database: Database,
  pollId: string,
  now: Date,
  afterId: string | null,
): Promise<NotifiedBatch> {
  const ids = Array.from({ length: voterBatchSize + 1 }, newId);
  const [batch] = await database.query<NotifiedBatch>(sql`
    WITH poll AS (
      SELECT polls.id, thread.id AS thread_id, thread.author_id
      FROM polls JOIN threads thread ON thread.id = polls.thread_id
      WHERE polls.id = ${pollId}::uuid AND announced_at IS NULL
      FOR NO KEY UPDATE OF polls SKIP LOCKED
    ), voter AS (
      SELECT candidate.id, row_number() OVER (ORDER BY candidate.id)::int AS number FROM (
        SELECT users.id FROM poll JOIN poll_ballots ballot ON ballot.poll_id = poll.id
          JOIN users ON users.id = ballot.user_id
        WHERE users.id IS DISTINCT FROM poll.author_id AND users.domain IS NULL
          AND (${afterId}::uuid IS NULL OR users.id > ${afterId}::uuid) AND NOT EXISTS (
          SELECT FROM notifications existing WHERE existing.subject_id = poll.thread_id
            AND existing.type = 'poll_ended' AND existing.recipient_id = users.id
            AND existing.actor_id = poll.author_id)
        ORDER BY users.id LIMIT ${voterBatchSize}::int FOR KEY SHARE OF users
      ) candidate
    ), done AS (
      UPDATE polls SET announced_at = ${now} FROM poll
      WHERE polls.id = poll.id AND (SELECT count(*) FROM voter) < ${voterBatchSize}::int
      RETURNING poll.thread_id, poll.author_id
    ), federated AS (${enqueueFinalResults()}
    ), notified AS (${insertNotifications(sql`
      SELECT (${ids}::uuid[])[voter.number], voter.id, poll.author_id,
        'poll_ended'::notification_type, poll.thread_id, NULL::uuid,
        ${getConversation(sql`poll.thread_id`)}
      FROM poll, voter WHERE poll.author_id IS NOT NULL
      UNION ALL
      SELECT (${ids}::uuid[])[${voterBatchSize + 1}::int], author_id, NULL::uuid,
        'poll_ended'::notification_type, thread_id, NULL::uuid,
        ${getConversation(sql`done.thread_id`)}
      FROM done WHERE author_id IS NOT NULL`)})
    SELECT ARRAY(SELECT recipient_id FROM notified) AS "recipientIds",
      (SELECT id FROM voter ORDER BY number DESC LIMIT 1) AS "lastId",
      NOT EXISTS (SELECT FROM poll) OR EXISTS (SELECT FROM done) AS "isDone"`);
  return batch ?? { recipientIds: [], lastId: null, isDone: true };
}
