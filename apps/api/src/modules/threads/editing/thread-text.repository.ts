import { threadHistoryLimit } from '@skein/contracts/limits';
import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import {
  deleteUnreadNotifications,
  notifyOfMentions,
} from '../../../domain/events/notification-writer.queries.ts';
import { dateOfId, newId } from '../../../platform/ids.ts';
import { isBlockedBetween, isListedAudience } from '../../../domain/visibility.queries.ts';
import { toRepeatedTextKey } from '../../protection/index.ts';

const { sql } = Prisma;

export interface ThreadText {
  content: string;
  contentWarning: string | null;
  isSensitive: boolean;
  language: string | null;
  /** Lower case, without duplicates. */
  hashtags: string[];
}

/** Locks a thread of the author and returns its text, with the time of its last edit; null when there is no such thread. */
export async function lockText(
  tx: Transaction,
  threadId: string,
  authorId: string,
): Promise<(ThreadText & { editedAt: Date | null }) | null> {
  const [found] = await tx.query<ThreadText & { editedAt: Date | null }>(sql`
    SELECT content, hashtags, content_warning AS "contentWarning", is_sensitive AS "isSensitive",
      language, edited_at AS "editedAt"
    FROM threads
    WHERE id = ${threadId}::uuid AND author_id = ${authorId}::uuid AND deleted_at IS NULL
    FOR NO KEY UPDATE`);
  return found ?? null;
}

/** Covers or uncovers the files of a locked thread, and sets its language. This is no change of its text. */
export async function setDetails(
  tx: Transaction,
  id: string,
  details: Pick<ThreadText, 'isSensitive' | 'language'>,
): Promise<void> {
  await tx.thread.updateMany({ where: { id }, data: details });
}

/** Replaces the descriptions of the files of a locked thread. This is no change of its text. */
export async function describeFiles(
  tx: Transaction,
  threadId: string,
  altTexts: readonly string[],
): Promise<void> {
  await tx.execute(sql`
    UPDATE media SET alt_text = nullif(described.alt_text, '')
    FROM unnest(${altTexts}::text[]) WITH ORDINALITY AS described (alt_text, number)
      JOIN (SELECT id, row_number() OVER (ORDER BY position) AS number
        FROM media WHERE thread_id = ${threadId}::uuid) file USING (number)
    WHERE media.id = file.id
      AND media.alt_text IS DISTINCT FROM nullif(described.alt_text, '')`);
}

/** A thread with attachments shows no link card. */
const canShowCard = (id: Prisma.Sql) =>
  sql`type <> 'quote' AND NOT EXISTS (SELECT FROM media WHERE thread_id = ${id})
    AND NOT EXISTS (SELECT FROM polls WHERE thread_id = ${id})`;

/** Whether a thread would show a link card that it does not show yet. */
export async function isNewCard(
  database: Database,
  threadId: string,
  linkCardId: string,
): Promise<boolean> {
  const id = sql`${threadId}::uuid`;
  const found = await database.query(sql`
    SELECT FROM threads WHERE id = ${id} AND link_card_id IS DISTINCT FROM ${linkCardId}::uuid
      AND ${canShowCard(id)}`);
  return found.length > 0;
}

interface TextChange {
  threadId: string;
  authorId: string;
  before: ThreadText;
  after: ThreadText;
  /** Usernames in the new text, lower case. */
  mentions: string[];
  /** The link card of the new text, for a thread without attachments. */
  linkCardId: string | null;
  /** Now by default. */
  editedAt?: Date | null;
}

/**
 * Replaces the text of a locked thread and keeps the old one as a revision. Older revisions than the latest
 * ones are deleted. The lock on mentioned
 * users prevents mentions of accounts that are being deleted.
 * @returns the recipients of changed notifications
 */
export async function replaceText(tx: Transaction, change: TextChange): Promise<string[]> {
  const { threadId, authorId, before, after, mentions, linkCardId, editedAt = null } = change;
  const id = sql`${threadId}::uuid`;
  const revisionId = newId();
  const [changed] = await tx.query<{ recipientIds: string[] }>(sql`
    WITH revision AS (
      INSERT INTO thread_revisions (id, created_at, thread_id, content, content_warning)
      VALUES (${revisionId}::uuid, ${dateOfId(revisionId)}, ${id}, ${before.content},
        ${before.contentWarning})
    ), outdated AS (
      DELETE FROM thread_revisions WHERE id IN (
        -- This statement does not see the new revision.
        SELECT id FROM thread_revisions WHERE thread_id = ${id}
        ORDER BY id DESC OFFSET ${threadHistoryLimit - 1})
    ), named AS (
      SELECT mentioned.id, mentioned.username FROM users mentioned WHERE mentioned.username = ANY (${mentions}::text[])
        AND NOT ${isBlockedBetween(authorId, sql`mentioned.id`)}
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
    ), notified AS (${notifyOfMentions({ threadId, authorId, mentions })}
    ), withdrawn AS (${deleteUnreadNotifications({
      using: sql`dropped`,
      where: sql`subject_id = ${id} AND type = 'mention' AND recipient_id = dropped.user_id`,
    })})
    UPDATE threads SET content = ${after.content}, text_key = ${toRepeatedTextKey(after.content)}, hashtags = ${after.hashtags}::text[],
      content_warning = ${after.contentWarning}, is_sensitive = ${after.isSensitive},
      language = ${after.language}, edited_at = coalesce(${editedAt}::timestamptz, now()),
      link_card_id = CASE WHEN ${canShowCard(id)} THEN ${linkCardId}::uuid END
    WHERE id = ${id}
    RETURNING ARRAY(
      SELECT recipient_id FROM notified UNION ALL SELECT recipient_id FROM withdrawn) AS "recipientIds"`);
  await replaceTags(tx, change);
  return changed?.recipientIds ?? [];
}

/**
 * Updates hashtags, their links and their counters. Removed and added hashtags are locked in one
 * statement, because all hashtags have one lock order.
 */
async function replaceTags(
  tx: Transaction,
  { threadId, authorId, before, after }: TextChange,
): Promise<void> {
  const removed = before.hashtags.filter((tag) => !after.hashtags.includes(tag));
  const added = after.hashtags.filter((tag) => !before.hashtags.includes(tag));
  const changed = [...removed, ...added];
  if (changed.length === 0) return;
  const ids = changed.map(() => newId());
  await tx.execute(sql`
    WITH tag AS (
      INSERT INTO hashtags AS known (id, tag, threads_count)
      SELECT used.id, used.tag, 1 FROM unnest(${ids}::uuid[], ${changed}::text[]) AS used (id, tag)
      ORDER BY used.tag COLLATE "C"
      ON CONFLICT (tag) DO UPDATE SET threads_count = known.threads_count
        + CASE WHEN known.tag = ANY (${removed}::text[]) THEN -1 ELSE 1 END
      RETURNING id, tag
    ), unlinked AS (
      DELETE FROM thread_hashtags link USING tag
      WHERE link.thread_id = ${threadId}::uuid AND link.hashtag_id = tag.id
        AND tag.tag = ANY (${removed}::text[])
    ), author AS (
      -- Locked against the listing job, as for a new thread.
      SELECT thread_listing FROM users WHERE id = ${authorId}::uuid FOR KEY SHARE
    )
    INSERT INTO thread_hashtags (hashtag_id, thread_id, is_listed)
    SELECT tag.id, thread.id, author.thread_listing <> 'unlisted' AND ${isListedAudience(sql`thread`)}
    FROM tag, author, threads thread WHERE thread.id = ${threadId}::uuid AND tag.tag = ANY (${added}::text[])`);
}

/** Returns the earlier texts of a thread, newest first. */
export function selectRevisions(database: Database, threadId: string, limit: number) {
  return database.threadRevision.findMany({
    where: { threadId },
    orderBy: { id: 'desc' },
    take: limit,
  });
}
