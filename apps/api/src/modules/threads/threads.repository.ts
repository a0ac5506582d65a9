import type { ReplyPermission } from '@skein/contracts/threads';
import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import { notifyOfThread } from '../../platform/events/notification-writer.queries.ts';
import { dateOfId, newId } from '../../platform/ids.ts';
import { isActive, isBlockedBetween, stateColumns } from '../../platform/visibility.queries.ts';
import { newThreadColumns } from './threads.hydrator.ts';
import { placeStatements } from './thread-place.queries.ts';
import type { ThreadPlace } from './thread-place.queries.ts';
import type { ThreadRow } from './threads.rows.ts';

const { sql } = Prisma;

export interface NewThread {
  id: string;
  authorId: string;
  place: ThreadPlace;
  content: string;
  replyPermission: ReplyPermission;
  /** Lower case, each once. */
  hashtags: string[];
  /** Usernames, lower case; those that name nobody are passed over. */
  mentions: string[];
}

interface InsertedThread {
  row: ThreadRow;
  /** Who has something to be told of now. */
  toldIds: string[];
}

/**
 * Stores a thread with everything that counts and finds it: its place, feed entry, counters, tags,
 * mentions, and what others are told of it. Answers with what the author is shown of it, attachments and what it quotes aside;
 * null when the author's account is gone or its place is not to be had. One statement, so a thread
 * or reply is whole or not there; of a quote that was refused a count stays, so it needs a
 * transaction that is rolled back.
 */
export async function insertThread(
  database: Database | Transaction,
  thread: NewThread,
): Promise<InsertedThread | null> {
  const [inserted] = await database.$queryRaw<(ThreadRow & { toldIds: string[] })[]>(
    insertStatement(thread),
  );
  if (inserted === undefined) return null;
  const { toldIds, ...row } = inserted;
  return { row, toldIds };
}

// Read from the locked row, so the job that changes the state sees the thread or the thread sees it.
const isListed = sql`author.thread_listing <> 'unlisted'`;

function insertStatement(thread: NewThread): Prisma.Sql {
  const tagIds = thread.hashtags.map(() => newId());
  const { before, columns, values, from, around, hasEntry } = placeStatements(thread);
  const isOwnName = sql`author.username = ANY (${thread.mentions}::text[])`;
  const shown = sql`
    SELECT id, username, name FROM named WHERE ${isActive(sql`named`)}
    UNION ALL SELECT id, username, name FROM author WHERE ${isOwnName}`;
  // Tags are taken in one order by everybody, and people and threads before them, so that two who
  // use the same ones at once wait for each other but never in a circle. DO UPDATE, not DO
  // NOTHING: it also returns the tag that somebody else is adding at this moment. People are locked
  // to be mentioned, so that an account just being deleted is passed over; the author's row, which
  // this statement changes, can't be and need not.
  return sql`
    WITH ${before}, thread AS (
      INSERT INTO threads (id, created_at, author_id, content, reply_permission, hashtags, ${columns})
      SELECT ${thread.id}::uuid, ${dateOfId(thread.id)}, author.id, ${thread.content},
        ${thread.replyPermission}::reply_permission, ${thread.hashtags}::text[], ${values}
      FROM ${from} RETURNING *
    ), entry AS (
      INSERT INTO feed_entries (key, actor_id, thread_id, is_listed)
      SELECT thread.id, author_id, thread.id, ${isListed} FROM thread, author WHERE ${hasEntry}
    ), tag AS (
      INSERT INTO hashtags AS known (id, tag, threads_count)
      SELECT used.id, used.tag, 1
      FROM thread, unnest(${tagIds}::uuid[], ${thread.hashtags}::text[]) AS used (id, tag)
      ORDER BY used.tag COLLATE "C"
      ON CONFLICT (tag) DO UPDATE SET threads_count = known.threads_count + 1 RETURNING id
    ), link AS (
      INSERT INTO thread_hashtags (hashtag_id, thread_id, is_listed)
      SELECT tag.id, thread.id, ${isListed} FROM tag, thread, author
    ), named AS (
      SELECT person.id, person.username, person.name, ${stateColumns(sql`person`)} FROM thread, users person
      WHERE person.username = ANY (${thread.mentions}::text[]) AND person.id <> thread.author_id
        AND NOT ${isBlockedBetween(thread.authorId, sql`person.id`)}
      FOR KEY SHARE OF person
    ), mention AS (
      INSERT INTO thread_mentions (thread_id, user_id)
      SELECT thread.id, named.id FROM thread, named
      UNION ALL SELECT thread.id, author.id FROM thread, author
        WHERE ${isOwnName}
    ), told AS (${notifyOfThread({ target: around, mentions: thread.mentions })})
    SELECT ${newThreadColumns(shown)},
      ARRAY(SELECT recipient_id FROM told) AS "toldIds"
    FROM thread t JOIN author a ON a.id = t.author_id`;
}
