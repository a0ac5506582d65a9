import type { ReplyPermission } from '@skein/contracts/threads';
import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import { UnauthenticatedError } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';
import { isBlockedBetween } from '../users/index.ts';
import { threadColumns } from './threads.hydrator.ts';
import type { ThreadRow } from './threads.rows.ts';

export interface NewThread {
  id: string;
  authorId: string;
  content: string;
  replyPermission: ReplyPermission;
  /** Lower case, each once. */
  hashtags: string[];
  /** Usernames, lower case; those that name nobody are passed over. */
  mentions: string[];
}

/**
 * Stores a root thread with everything that counts and finds it: feed entry, the author's counter,
 * tags and mentions. One statement, so it is whole or not there, in or out of a transaction.
 * Answers with what the author is shown of it, media aside.
 * @throws UnauthenticatedError when the author's account is gone
 */
export async function insertThread(
  database: Database | Transaction,
  thread: NewThread,
): Promise<ThreadRow> {
  const [inserted] = await database.$queryRaw<ThreadRow[]>(insertStatement(thread));
  if (inserted === undefined) throw new UnauthenticatedError();
  return inserted;
}

function insertStatement(thread: NewThread): Prisma.Sql {
  const author = Prisma.sql`${thread.authorId}::uuid`;
  const tagIds = thread.hashtags.map(() => newId());
  // Tags are taken in one order by everybody, and the author before them, so that two people who
  // use the same ones at once wait for each other but never in a circle. DO UPDATE, not DO
  // NOTHING: it also returns the tag that somebody else is adding at this moment.
  return Prisma.sql`
    WITH author AS (
      UPDATE users SET threads_count = threads_count + 1 WHERE id = ${author}
      RETURNING id, username, name, picture_key, is_verified, is_private
    ), thread AS (
      INSERT INTO threads (id, author_id, content, reply_permission, hashtags)
      SELECT ${thread.id}::uuid, author.id, ${thread.content},
        ${thread.replyPermission}::reply_permission, ${thread.hashtags}::text[]
      FROM author RETURNING *
    ), entry AS (
      INSERT INTO feed_entries (key, actor_id, thread_id) SELECT id, author_id, id FROM thread
    ), tag AS (
      INSERT INTO hashtags AS known (id, tag, threads_count)
      SELECT used.id, used.tag, 1
      FROM thread, unnest(${tagIds}::uuid[], ${thread.hashtags}::text[]) AS used (id, tag)
      ORDER BY used.tag COLLATE "C"
      ON CONFLICT (tag) DO UPDATE SET threads_count = known.threads_count + 1 RETURNING id
    ), link AS (
      INSERT INTO thread_hashtags (hashtag_id, thread_id) SELECT tag.id, thread.id FROM tag, thread
    ), mention AS (
      INSERT INTO thread_mentions (thread_id, user_id)
      SELECT thread.id, person.id FROM thread, users person
      WHERE person.username = ANY (${thread.mentions}::text[])
        AND NOT ${isBlockedBetween(thread.authorId, Prisma.sql`person.id`)}
      RETURNING thread_id, user_id
    )
    SELECT ${threadColumns(thread.authorId, { mentions: Prisma.sql`mention` })}
    FROM thread t JOIN author a ON a.id = t.author_id`;
}
