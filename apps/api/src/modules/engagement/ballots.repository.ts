import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { lockedThread } from './locked-thread.queries.ts';

const { sql } = Prisma;

export interface NewBallot {
  viewerId: string;
  threadId: string;
  /** Options of the thread's poll. */
  optionIds: readonly string[];
  now: Date;
}

/**
 * Stores a vote. Returns false when the viewer has already voted, the poll is closed, or the thread
 * no longer exists. The primary key of ballots prevents a second vote.
 */
export async function castBallot(
  database: Database,
  { viewerId, threadId, optionIds, now }: NewBallot,
): Promise<boolean> {
  const rows = await database.query(sql`
    WITH ${lockedThread(viewerId, threadId)}, ballot AS (
      INSERT INTO poll_ballots (poll_id, user_id)
      SELECT poll.id, ${viewerId}::uuid FROM thread JOIN polls poll ON poll.thread_id = thread.id
      WHERE poll.expires_at > ${now.toISOString()}::timestamptz
      ON CONFLICT DO NOTHING RETURNING poll_id, user_id
    ), vote AS (
      INSERT INTO poll_votes (poll_id, user_id, option_id)
      SELECT ballot.poll_id, ballot.user_id, chosen.id
      FROM ballot, unnest(${optionIds}::uuid[]) AS chosen (id)
      RETURNING option_id
    ), counted AS (
      UPDATE poll_options SET votes_count = votes_count + 1
      FROM vote WHERE poll_options.id = vote.option_id
    )
    UPDATE polls SET voters_count = voters_count + 1
    FROM ballot WHERE polls.id = ballot.poll_id RETURNING polls.id`);
  return rows.length > 0;
}
