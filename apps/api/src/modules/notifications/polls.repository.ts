import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { insertNotifications } from '../../platform/events/notification-writer.queries.ts';
import { newId } from '../../platform/ids.ts';

const { sql } = Prisma;

const pollsAtOnce = 100;
/** Of voters: few enough for a statement that is over soon. */
const votersAtOnce = 500;

/** Polls that have ended, of which nobody or not everybody has been told. */
export async function listEndedPolls(database: Database, now: Date): Promise<string[]> {
  const rows = await database.$queryRaw<{ id: string }[]>`
    SELECT id FROM polls WHERE announced_at IS NULL AND expires_at <= ${now}
    ORDER BY expires_at LIMIT ${pollsAtOnce}::int`;
  return rows.map(({ id }) => id);
}

interface Announced {
  toldIds: string[];
  /** Nobody is left, or another server is at it. */
  isDone: boolean;
}

/**
 * Tells some of those who voted, and at last the author, that a poll has ended. It may be broken off
 * and begun anew: who has been told is not told again, and the poll counts as announced only with
 * the last of them.
 */
export async function announceEnd(
  database: Database,
  pollId: string,
  now: Date,
): Promise<Announced> {
  const ids = Array.from({ length: votersAtOnce + 1 }, newId);
  const [announced] = await database.$queryRaw<Announced[]>(sql`
    WITH poll AS (
      SELECT polls.id, thread.id AS thread_id, thread.author_id
      FROM polls JOIN threads thread ON thread.id = polls.thread_id
      WHERE polls.id = ${pollId}::uuid AND announced_at IS NULL
      FOR NO KEY UPDATE OF polls SKIP LOCKED
    ), voter AS (
      SELECT person.id, row_number() OVER (ORDER BY person.id)::int AS number FROM (
        SELECT users.id FROM poll JOIN poll_ballots ballot ON ballot.poll_id = poll.id
          JOIN users ON users.id = ballot.user_id
        WHERE users.id IS DISTINCT FROM poll.author_id AND NOT EXISTS (
          SELECT FROM notifications told WHERE told.subject_id = poll.thread_id
            AND told.type = 'poll_ended' AND told.recipient_id = users.id
            AND told.actor_id = poll.author_id)
        ORDER BY users.id LIMIT ${votersAtOnce}::int FOR KEY SHARE OF users
      ) person
    ), done AS (
      UPDATE polls SET announced_at = ${now} FROM poll
      WHERE polls.id = poll.id AND (SELECT count(*) FROM voter) < ${votersAtOnce}::int
      RETURNING poll.thread_id, poll.author_id
    ), told AS (${insertNotifications(sql`
      SELECT (${ids}::uuid[])[voter.number], voter.id, poll.author_id,
        'poll_ended'::notification_type, poll.thread_id, NULL::uuid
      FROM poll, voter WHERE poll.author_id IS NOT NULL
      UNION ALL
      SELECT (${ids}::uuid[])[${votersAtOnce + 1}::int], author_id, NULL::uuid,
        'poll_ended'::notification_type, thread_id, NULL::uuid
      FROM done WHERE author_id IS NOT NULL`)})
    SELECT ARRAY(SELECT recipient_id FROM told) AS "toldIds",
      NOT EXISTS (SELECT FROM poll) OR EXISTS (SELECT FROM done) AS "isDone"`);
  return announced ?? { toldIds: [], isDone: true };
}
