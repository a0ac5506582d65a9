import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';

const { sql } = Prisma;

/** Rows per batch, so that locks are held only briefly. */
const batchSize = 200;

type ThreadRelation = 'likes' | 'bookmarks' | 'reposts';

// Purges the data of a deleted account that counters include, in batches, and updates these
// counters. Every step returns whether it found anything, and is repeated until it does not.
// Threads or users are locked in id order first, as everywhere.

/** Stubs of the account's threads remain without an author. */
export function releaseStubs(database: Database, userId: string): Promise<boolean> {
  return inBatch(
    database,
    lockThreads(sql`
      SELECT id FROM threads WHERE author_id = ${userId}::uuid AND deleted_at IS NOT NULL`),
    (tx, ids) =>
      tx.execute(sql`UPDATE threads SET author_id = NULL WHERE id = ANY (${ids}::uuid[])`),
  );
}

export function removeThreadRelations(
  database: Database,
  userId: string,
  table: ThreadRelation,
): Promise<boolean> {
  return inBatch(
    database,
    lockThreads(sql`SELECT thread_id FROM ${Prisma.raw(table)} WHERE user_id = ${userId}::uuid`),
    (tx, ids) => tx.execute(removeThreadRelationsSql(userId, table, ids)),
  );
}

export function removeReactions(database: Database, userId: string): Promise<boolean> {
  return inBatch(
    database,
    lockThreads(sql`SELECT thread_id FROM reactions WHERE user_id = ${userId}::uuid`),
    (tx, ids) => tx.execute(removeReactionsSql(userId, ids)),
  );
}

export function removeVotes(database: Database, userId: string): Promise<boolean> {
  return inBatch(
    database,
    lockThreads(sql`SELECT poll.thread_id FROM poll_ballots ballot
      JOIN polls poll ON poll.id = ballot.poll_id WHERE ballot.user_id = ${userId}::uuid`),
    (tx, ids) => tx.execute(removeVotesSql(userId, ids)),
  );
}

export function removeFollows(database: Database, userId: string): Promise<boolean> {
  return inBatch(
    database,
    sql`(SELECT followee_id AS id FROM follows WHERE follower_id = ${userId}::uuid LIMIT ${batchSize})
      UNION (SELECT follower_id FROM follows WHERE followee_id = ${userId}::uuid LIMIT ${batchSize})`,
    async (tx, ids) => {
      await tx.query(sql`SELECT id FROM users WHERE id = ANY (${[userId, ...ids]}::uuid[])
        ORDER BY id FOR NO KEY UPDATE`);
      await tx.execute(removeFollowsSql(userId, ids));
    },
  );
}

function inBatch(
  database: Database,
  select: Prisma.Sql,
  remove: (tx: Transaction, ids: string[]) => Promise<unknown>,
): Promise<boolean> {
  return database.$transaction(async (tx) => {
    const rows = await tx.query<{ id: string }>(select);
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) await remove(tx, ids);
    return ids.length > 0;
  });
}

function lockThreads(ids: Prisma.Sql): Prisma.Sql {
  return sql`SELECT id FROM threads WHERE id IN (${ids} LIMIT ${batchSize})
    ORDER BY id FOR NO KEY UPDATE`;
}

function removeThreadRelationsSql(
  userId: string,
  relation: ThreadRelation,
  ids: string[],
): Prisma.Sql {
  const table = Prisma.raw(relation);
  const counter = Prisma.raw(`${relation}_count`);
  return sql`
    WITH deleted AS (
      DELETE FROM ${table} WHERE user_id = ${userId}::uuid AND thread_id = ANY (${ids}::uuid[])
      RETURNING thread_id
    ), removed_entries AS (
      DELETE FROM feed_entries USING deleted
      WHERE feed_entries.thread_id = deleted.thread_id AND actor_id = ${userId}::uuid
        AND key <> feed_entries.thread_id AND ${relation === 'reposts'}
    )
    UPDATE threads SET ${counter} = ${counter} - 1 FROM deleted WHERE threads.id = deleted.thread_id`;
}

function removeReactionsSql(userId: string, ids: string[]): Prisma.Sql {
  return sql`
    WITH deleted AS (
      DELETE FROM reactions WHERE user_id = ${userId}::uuid AND thread_id = ANY (${ids}::uuid[])
      RETURNING thread_id, type::text
    )
    UPDATE threads SET reaction_counts = (
      SELECT coalesce(jsonb_object_agg(type, count), '{}') FROM (
        SELECT key AS type, value::int - (key = deleted.type)::int AS count
        FROM jsonb_each_text(threads.reaction_counts)
      ) counted WHERE count > 0)
    FROM deleted WHERE threads.id = deleted.thread_id`;
}

function removeVotesSql(userId: string, threadIds: string[]): Prisma.Sql {
  return sql`
    WITH ballot AS (
      DELETE FROM poll_ballots USING polls
      WHERE polls.id = poll_ballots.poll_id AND polls.thread_id = ANY (${threadIds}::uuid[])
        AND poll_ballots.user_id = ${userId}::uuid
      RETURNING poll_ballots.poll_id
    ), decremented AS (
      UPDATE poll_options SET votes_count = votes_count - 1
      FROM poll_votes vote JOIN ballot ON ballot.poll_id = vote.poll_id
      WHERE vote.user_id = ${userId}::uuid AND poll_options.id = vote.option_id
    )
    UPDATE polls SET voters_count = voters_count - 1 FROM ballot WHERE polls.id = ballot.poll_id`;
}

function removeFollowsSql(userId: string, ids: string[]): Prisma.Sql {
  return sql`
    WITH deleted AS (
      DELETE FROM follows
      WHERE (follower_id = ${userId}::uuid AND followee_id = ANY (${ids}::uuid[]))
        OR (followee_id = ${userId}::uuid AND follower_id = ANY (${ids}::uuid[]))
      RETURNING follower_id, followee_id
    )
    UPDATE users SET
      followers_count = followers_count - (SELECT count(*)::int FROM deleted WHERE followee_id = id),
      following_count = following_count - (SELECT count(*)::int FROM deleted WHERE follower_id = id)
    WHERE id = ${userId}::uuid OR id = ANY (${ids}::uuid[])`;
}
