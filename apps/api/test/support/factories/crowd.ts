import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { newId } from '../../../src/platform/ids.ts';

/** Inserts the actions of many users on a thread directly into the database, including counters. */

/** Inserts many accounts. */
export async function insertCrowd(database: Database, count: number): Promise<void> {
  await database.$executeRaw`
    INSERT INTO users (id, email, username, name, password_hash)
    SELECT gen_random_uuid(), 'fan' || n || '@crowd.example', 'fan' || n, 'Fan', '-'
    FROM generate_series(1, ${count}::int) n`;
}

/** All accounts like, bookmark, repost and react to a thread; its author is notified of the likes. */
export async function engageByCrowd(database: Database, threadId: string): Promise<void> {
  await database.$executeRaw`
    WITH fan AS (
      SELECT id, gen_random_uuid() AS repost_id FROM users WHERE email LIKE '%@crowd.example'
    ), l AS (INSERT INTO likes (user_id, thread_id) SELECT id, ${threadId}::uuid FROM fan),
    b AS (INSERT INTO bookmarks (user_id, thread_id) SELECT id, ${threadId}::uuid FROM fan),
    r AS (INSERT INTO reactions (user_id, thread_id, type) SELECT id, ${threadId}::uuid, 'wow' FROM fan),
    s AS (INSERT INTO reposts (id, user_id, thread_id) SELECT repost_id, id, ${threadId}::uuid FROM fan),
    e AS (INSERT INTO feed_entries (key, actor_id, thread_id) SELECT repost_id, id, ${threadId}::uuid FROM fan),
    n AS (
      INSERT INTO notifications (id, recipient_id, actor_id, type, thread_id)
      SELECT gen_random_uuid(), author_id, fan.id, 'like', threads.id
      FROM fan, threads WHERE threads.id = ${threadId}::uuid
    ), counted AS (SELECT count(*)::int FROM fan)
    UPDATE threads SET likes_count = count, bookmarks_count = count, reposts_count = count,
      reaction_counts = jsonb_build_object('wow', count)
    FROM counted WHERE id = ${threadId}::uuid`;
}

/** All accounts quote a thread. */
export async function quoteByCrowd(database: Database, threadId: string): Promise<void> {
  await database.$executeRaw`
    WITH quote AS (
      INSERT INTO threads (id, author_id, type, content, quoted_id)
      SELECT gen_random_uuid(), id, 'quote', 'Look', ${threadId}::uuid
      FROM users WHERE email LIKE '%@crowd.example' RETURNING id, author_id
    ), e AS (INSERT INTO feed_entries (key, actor_id, thread_id) SELECT id, author_id, id FROM quote),
    u AS (UPDATE users SET threads_count = threads_count + 1 FROM quote WHERE users.id = author_id)
    UPDATE threads SET quotes_count = quotes_count + (SELECT count(*)::int FROM quote)
    WHERE id = ${threadId}::uuid`;
}

/** Inserts a poll in which all accounts have voted. */
export async function pollByCrowd(database: Database, threadId: string): Promise<void> {
  const [pollId, optionId] = [newId(), newId()];
  await database.$executeRaw`
    WITH fan AS (SELECT id FROM users WHERE email LIKE '%@crowd.example'),
    counted AS (SELECT count(*)::int FROM fan),
    poll AS (
      INSERT INTO polls (id, thread_id, question, expires_at, voters_count)
      SELECT ${pollId}::uuid, ${threadId}::uuid, 'Yes?', '2099-01-01', count FROM counted
    ), option AS (
      INSERT INTO poll_options (id, poll_id, position, text, votes_count)
      SELECT ${optionId}::uuid, ${pollId}::uuid, 0, 'Yes', count FROM counted
    ), ballot AS (
      INSERT INTO poll_ballots (poll_id, user_id) SELECT ${pollId}::uuid, id FROM fan
    )
    INSERT INTO poll_votes (poll_id, user_id, option_id)
    SELECT ${pollId}::uuid, id, ${optionId}::uuid FROM fan`;
}

/** Records the deleted rows of each statement on these tables. Returns a function for the maximum. */
export async function recordDeletions(
  database: Database,
  tables: readonly string[],
): Promise<() => Promise<number>> {
  await database.$executeRaw`CREATE TABLE deletions (count int NOT NULL)`;
  await database.$executeRaw`
    CREATE FUNCTION record_deletion() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN INSERT INTO deletions SELECT count(*) FROM deleted; RETURN NULL; END'`;
  for (const table of tables) {
    await database.$executeRaw`
      CREATE TRIGGER deletions AFTER DELETE ON ${Prisma.raw(table)} REFERENCING OLD TABLE AS deleted
      FOR EACH STATEMENT EXECUTE FUNCTION record_deletion()`;
  }
  return async () => {
    const [max] = await database.$queryRaw<{ count: number }[]>`
      SELECT coalesce(max(count), 0) AS count FROM deletions`;
    return max?.count ?? 0;
  };
}
