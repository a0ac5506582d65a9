import { Prisma } from '@skein/db';
import type { Transaction } from '@skein/db';
import {
  deleteUnreadNotifications,
  notifyOfMentions,
} from '../../platform/events/notification-writer.queries.ts';
import { dateOfId, newId } from '../../platform/ids.ts';
import { isBlockedBetween } from '../../platform/visibility.queries.ts';

const { sql } = Prisma;

export interface ThreadText {
  content: string;
  /** Lower case, each once. */
  hashtags: string[];
}

/** The text of a thread of the author's, which stays as it is until the transaction ends. */
export async function lockText(
  tx: Transaction,
  threadId: string,
  authorId: string,
): Promise<ThreadText | null> {
  const [found] = await tx.$queryRaw<ThreadText[]>`
    SELECT content, hashtags FROM threads
    WHERE id = ${threadId}::uuid AND author_id = ${authorId}::uuid AND deleted_at IS NULL
    FOR NO KEY UPDATE`;
  return found ?? null;
}

interface TextChange {
  threadId: string;
  authorId: string;
  before: ThreadText;
  after: ThreadText;
  /** Usernames, lower case, of the new text. */
  mentions: string[];
}

/**
 * Puts another text in the place of a locked one, which it keeps as a revision. Whose account is
 * just being deleted is not mentioned: that is what the lock on people is for.
 * @returns for whom something to be told of has changed
 */
export async function replaceText(tx: Transaction, change: TextChange): Promise<string[]> {
  const { threadId, authorId, before, after, mentions } = change;
  const id = sql`${threadId}::uuid`;
  const revisionId = newId();
  const [changed] = await tx.$queryRaw<{ toldIds: string[] }[]>`
    WITH revision AS (
      INSERT INTO thread_revisions (id, created_at, thread_id, content)
      VALUES (${revisionId}::uuid, ${dateOfId(revisionId)}, ${id}, ${before.content})
    ), named AS (
      SELECT person.id, person.username FROM users person WHERE person.username = ANY (${mentions}::text[])
        AND NOT ${isBlockedBetween(authorId, sql`person.id`)}
      FOR KEY SHARE
    ), dropped AS (
      DELETE FROM thread_mentions
      WHERE thread_id = ${id} AND user_id NOT IN (SELECT named.id FROM named)
      RETURNING user_id
    ), mention AS (
      INSERT INTO thread_mentions (thread_id, user_id) SELECT ${id}, named.id FROM named
      ON CONFLICT DO NOTHING RETURNING user_id
    ), added AS (
      SELECT named.id, named.username FROM mention JOIN named ON named.id = mention.user_id
    ), told AS (${notifyOfMentions({ threadId, authorId, mentions })}
    ), taken_back AS (${deleteUnreadNotifications({
      using: sql`dropped`,
      where: sql`subject_id = ${id} AND type = 'mention' AND recipient_id = dropped.user_id`,
    })})
    UPDATE threads SET content = ${after.content}, hashtags = ${after.hashtags}::text[],
      edited_at = now()
    WHERE id = ${id}
    RETURNING ARRAY(
      SELECT recipient_id FROM told UNION ALL SELECT recipient_id FROM taken_back) AS "toldIds"`;
  await replaceTags(tx, change);
  return changed?.toldIds ?? [];
}

/**
 * Keeps tags, their links and their counters in step with a text. All of them are taken in the one
 * order in which everybody takes them, so the lost and the new ones together.
 */
async function replaceTags(
  tx: Transaction,
  { threadId, authorId, before, after }: TextChange,
): Promise<void> {
  const lost = before.hashtags.filter((tag) => !after.hashtags.includes(tag));
  const gained = after.hashtags.filter((tag) => !before.hashtags.includes(tag));
  const changed = [...lost, ...gained];
  if (changed.length === 0) return;
  const ids = changed.map(() => newId());
  await tx.$executeRaw`
    WITH tag AS (
      INSERT INTO hashtags AS known (id, tag, threads_count)
      SELECT used.id, used.tag, 1 FROM unnest(${ids}::uuid[], ${changed}::text[]) AS used (id, tag)
      ORDER BY used.tag COLLATE "C"
      ON CONFLICT (tag) DO UPDATE SET threads_count = known.threads_count
        + CASE WHEN known.tag = ANY (${lost}::text[]) THEN -1 ELSE 1 END
      RETURNING id, tag
    ), unlinked AS (
      DELETE FROM thread_hashtags link USING tag
      WHERE link.thread_id = ${threadId}::uuid AND link.hashtag_id = tag.id
        AND tag.tag = ANY (${lost}::text[])
    ), author AS (
      -- Locked against the job that lists threads, as for a new thread.
      SELECT thread_listing FROM users WHERE id = ${authorId}::uuid FOR KEY SHARE
    )
    INSERT INTO thread_hashtags (hashtag_id, thread_id, is_listed)
    SELECT tag.id, ${threadId}::uuid, author.thread_listing <> 'unlisted'
    FROM tag, author WHERE tag.tag = ANY (${gained}::text[])`;
}
