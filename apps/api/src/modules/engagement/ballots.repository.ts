import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import { enqueuePollResults, enqueueVote } from '../../domain/events/federation-writer.queries.ts';
import { isServerBlocked } from '../../domain/visibility.queries.ts';
import { lockedThread } from './locked-thread.queries.ts';

const { sql } = Prisma;

export interface NewBallot {
  viewerId: string;
  threadId: string;
  /** Options of the thread's poll. */
  optionIds: readonly string[];
  now: Date;
  /** Whether other servers are informed. */
  informsServers: boolean;
}

/**
 * Stores a vote. Returns false when the viewer has already voted, the poll is closed, or the thread
 * no longer exists. The primary key of ballots prevents a second vote.
 */
export async function castBallot(
  database: Database,
  { viewerId, threadId, optionIds, now, informsServers }: NewBallot,
): Promise<boolean> {
  const federated = sql`, sent_vote AS (${enqueueVote(viewerId, optionIds)}),
    sent_results AS (${enqueuePollResults(sql`ballot`, now)})`;
  const rows = await database.query(sql`
    WITH ${lockedThread(viewerId, threadId, sql`, target.author_id`)}, ballot AS (
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
    )${informsServers ? federated : Prisma.empty}
    UPDATE polls SET voters_count = voters_count + 1
    FROM ballot WHERE polls.id = ballot.poll_id RETURNING polls.id`);
  return rows.length > 0;
}

export interface RemoteVote {
  voterId: string;
  threadId: string;
  /** The text of an option. */
  option: string;
  receivedAt: Date;
  now: Date;
}

/**
 * Counts an option that a user of another server has chosen in a poll of this server. Each option arrives by itself,
 * so a vote in a poll with multiple selection adds to those before it. It has no effect if the voter may not see the
 * thread, the author has blocked its server, it has chosen the option or the only one before, or the poll was closed when
 * the vote arrived.
 */
export async function addRemoteVote(
  tx: Transaction,
  { voterId, threadId, option, receivedAt, now }: RemoteVote,
): Promise<void> {
  await tx.execute(sql`
    WITH ${lockedThread(voterId, threadId, sql`, target.author_id`)}, chosen AS (
      SELECT poll.id AS poll_id, poll.multiple, option.id AS option_id
      FROM thread JOIN users author ON author.id = thread.author_id AND author.domain IS NULL
        JOIN users voter ON voter.id = ${voterId}::uuid AND NOT ${isServerBlocked(sql`author.id`, sql`voter`)}
        JOIN polls poll ON poll.thread_id = thread.id AND poll.expires_at > ${receivedAt}
        JOIN poll_options option ON option.poll_id = poll.id AND option.text = ${option}
      ORDER BY option.position LIMIT 1
    ), ballot AS (
      INSERT INTO poll_ballots (poll_id, user_id) SELECT poll_id, ${voterId}::uuid FROM chosen
      ON CONFLICT DO NOTHING RETURNING poll_id
    ), vote AS (
      INSERT INTO poll_votes (poll_id, user_id, option_id)
      SELECT poll_id, ${voterId}::uuid, option_id FROM chosen
      WHERE multiple OR EXISTS (SELECT FROM ballot)
      ON CONFLICT DO NOTHING RETURNING option_id
    ), counted AS (
      UPDATE poll_options SET votes_count = votes_count + 1
      FROM vote WHERE poll_options.id = vote.option_id
    ), sent_results AS (${enqueuePollResults(sql`vote`, now)})
    UPDATE polls SET voters_count = voters_count + 1 FROM ballot WHERE polls.id = ballot.poll_id`);
}
