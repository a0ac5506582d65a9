import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';

const { sql } = Prisma;

/** Rows of a kind that are taken away at once: few enough for a lock that nobody notices. */
const batchSize = 200;

type Mark = 'likes' | 'bookmarks' | 'reposts';

export type RemainsRepository = ReturnType<typeof createRemainsRepository>;

/**
 * What a deleted account leaves with others, taken away batch by batch with what counts it. Each
 * step says whether it found anything: it is to be repeated until it does not. Threads, or people,
 * are locked by their ids first, as by everybody.
 */
export function createRemainsRepository(database: Database) {
  const inBatch = (
    select: Prisma.Sql,
    remove: (tx: Transaction, ids: string[]) => Promise<unknown>,
  ): Promise<boolean> =>
    database.$transaction(async (tx) => {
      const rows = await tx.$queryRaw<{ id: string }[]>(select);
      const ids = rows.map(({ id }) => id);
      if (ids.length > 0) await remove(tx, ids);
      return ids.length > 0;
    });

  return {
    /** The stubs among what the account has written stay, but name nobody any more. */
    releaseStubs: (userId: string): Promise<boolean> =>
      inBatch(
        lockThreads(sql`
          SELECT id FROM threads WHERE author_id = ${userId}::uuid AND deleted_at IS NOT NULL`),
        (tx, ids) =>
          tx.$executeRaw`UPDATE threads SET author_id = NULL WHERE id = ANY (${ids}::uuid[])`,
      ),

    removeMarks: (userId: string, mark: Mark): Promise<boolean> =>
      inBatch(
        lockThreads(sql`SELECT thread_id FROM ${Prisma.raw(mark)} WHERE user_id = ${userId}::uuid`),
        (tx, ids) => tx.$executeRaw(removeMarksStatement(userId, mark, ids)),
      ),

    removeReactions: (userId: string): Promise<boolean> =>
      inBatch(
        lockThreads(sql`SELECT thread_id FROM reactions WHERE user_id = ${userId}::uuid`),
        (tx, ids) => tx.$executeRaw(removeReactionsStatement(userId, ids)),
      ),

    removeVotes: (userId: string): Promise<boolean> =>
      inBatch(
        lockThreads(sql`SELECT poll.thread_id FROM poll_ballots ballot
          JOIN polls poll ON poll.id = ballot.poll_id WHERE ballot.user_id = ${userId}::uuid`),
        (tx, ids) => tx.$executeRaw(removeVotesStatement(userId, ids)),
      ),

    removeFollows: (userId: string): Promise<boolean> =>
      inBatch(
        sql`(SELECT followee_id AS id FROM follows WHERE follower_id = ${userId}::uuid LIMIT ${batchSize})
          UNION (SELECT follower_id FROM follows WHERE followee_id = ${userId}::uuid LIMIT ${batchSize})`,
        async (tx, ids) => {
          await tx.$queryRaw`SELECT id FROM users WHERE id = ANY (${[userId, ...ids]}::uuid[])
            ORDER BY id FOR NO KEY UPDATE`;
          await tx.$executeRaw(removeFollowsStatement(userId, ids));
        },
      ),
  };
}

function lockThreads(ids: Prisma.Sql): Prisma.Sql {
  return sql`SELECT id FROM threads WHERE id IN (${ids} LIMIT ${batchSize})
    ORDER BY id FOR NO KEY UPDATE`;
}

function removeMarksStatement(userId: string, mark: Mark, ids: string[]): Prisma.Sql {
  const table = Prisma.raw(mark);
  const counter = Prisma.raw(`${mark}_count`);
  return sql`
    WITH gone AS (
      DELETE FROM ${table} WHERE user_id = ${userId}::uuid AND thread_id = ANY (${ids}::uuid[])
      RETURNING thread_id
    ), withdrawn AS (
      DELETE FROM feed_entries USING gone
      WHERE feed_entries.thread_id = gone.thread_id AND actor_id = ${userId}::uuid
        AND key <> feed_entries.thread_id AND ${mark === 'reposts'}
    )
    UPDATE threads SET ${counter} = ${counter} - 1 FROM gone WHERE threads.id = gone.thread_id`;
}

function removeReactionsStatement(userId: string, ids: string[]): Prisma.Sql {
  return sql`
    WITH gone AS (
      DELETE FROM reactions WHERE user_id = ${userId}::uuid AND thread_id = ANY (${ids}::uuid[])
      RETURNING thread_id, type::text
    )
    UPDATE threads SET reaction_counts = (
      SELECT coalesce(jsonb_object_agg(type, count), '{}') FROM (
        SELECT key AS type, value::int - (key = gone.type)::int AS count
        FROM jsonb_each_text(threads.reaction_counts)
      ) counted WHERE count > 0)
    FROM gone WHERE threads.id = gone.thread_id`;
}

function removeVotesStatement(userId: string, threadIds: string[]): Prisma.Sql {
  return sql`
    WITH ballot AS (
      DELETE FROM poll_ballots USING polls
      WHERE polls.id = poll_ballots.poll_id AND polls.thread_id = ANY (${threadIds}::uuid[])
        AND poll_ballots.user_id = ${userId}::uuid
      RETURNING poll_ballots.poll_id
    ), uncounted AS (
      UPDATE poll_options SET votes_count = votes_count - 1
      FROM poll_votes vote JOIN ballot ON ballot.poll_id = vote.poll_id
      WHERE vote.user_id = ${userId}::uuid AND poll_options.id = vote.option_id
    )
    UPDATE polls SET voters_count = voters_count - 1 FROM ballot WHERE polls.id = ballot.poll_id`;
}

function removeFollowsStatement(userId: string, ids: string[]): Prisma.Sql {
  return sql`
    WITH gone AS (
      DELETE FROM follows
      WHERE (follower_id = ${userId}::uuid AND followee_id = ANY (${ids}::uuid[]))
        OR (followee_id = ${userId}::uuid AND follower_id = ANY (${ids}::uuid[]))
      RETURNING follower_id, followee_id
    )
    UPDATE users SET
      followers_count = followers_count - (SELECT count(*)::int FROM gone WHERE followee_id = id),
      following_count = following_count - (SELECT count(*)::int FROM gone WHERE follower_id = id)
    WHERE id = ${userId}::uuid OR id = ANY (${ids}::uuid[])`;
}
