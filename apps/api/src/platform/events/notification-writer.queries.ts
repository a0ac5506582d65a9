import type { NotificationType } from '@skein/contracts/notifications';
import { Prisma } from '@skein/db';
import { newId } from '../ids.ts';

const { sql } = Prisma;

/**
 * What one person does that another is told of: parts of the very statement that does it, so that
 * there is never one without the other. Each gives the `recipient_id` of those for whom something
 * has changed; once it is committed they are announced on the bus.
 *
 * What somebody is not to be told of, for lack of sight or interest, is left out when they read, and
 * holds from one moment to the next.
 */

/**
 * Tells of acts. What was told and not taken back is not told again: that is what the key of an act
 * is for.
 * @param acts A SELECT of id, recipient, actor, type, thread and follow request.
 */
export function insertNotifications(acts: Prisma.Sql): Prisma.Sql {
  return sql`
    INSERT INTO notifications
      (id, recipient_id, actor_id, type, thread_id, follow_request_id, created_at)
    SELECT act.*, to_timestamp(
      ('x' || left(replace(act.id::text, '-', ''), 12))::bit(48)::bigint / 1000.0)
    FROM (${acts}) act (id, recipient_id, actor_id, type, thread_id, follow_request_id)
    ON CONFLICT DO NOTHING RETURNING recipient_id`;
}

/**
 * Takes back what has not been read; what has been read stays, and keeps the same act from being
 * told anew.
 * @param which A condition, perhaps with more tables to look at.
 */
export function deleteUnreadNotifications(which: {
  using?: Prisma.Sql;
  where: Prisma.Sql;
}): Prisma.Sql {
  const using = which.using === undefined ? Prisma.empty : sql`USING ${which.using}`;
  return sql`
    DELETE FROM notifications ${using} WHERE ${which.where} AND read_at IS NULL
    RETURNING recipient_id`;
}

/** Rows that one statement removes: few enough for it to be over soon. */
export const notificationDeletionBatch = 5000;

/**
 * Removes some of what two users were notified of each other, read or not: up to `notificationDeletionBatch` rows.
 */
export function deleteNotificationsBetween(oneId: string, otherId: string): Prisma.Sql {
  const [one, other] = [sql`${oneId}::uuid`, sql`${otherId}::uuid`];
  return sql`
    WITH chosen AS MATERIALIZED (
      SELECT id FROM notifications
      WHERE (recipient_id = ${one} AND actor_id = ${other})
        OR (recipient_id = ${other} AND actor_id = ${one})
      LIMIT ${notificationDeletionBatch}::int
    )
    DELETE FROM notifications WHERE id IN (
      SELECT id FROM notifications WHERE id IN (SELECT id FROM chosen) ORDER BY id FOR UPDATE)`;
}

interface ActOnThread {
  type: Extract<NotificationType, 'like' | 'reaction' | 'repost'>;
  actorId: string;
  /** What comes after FROM: `thread` with its id and author, and whatever has rows if it was done. */
  from: Prisma.Sql;
}

/** Tells a thread's author of what somebody else did with it. */
export function notifyAuthor({ type, actorId, from }: ActOnThread): Prisma.Sql {
  return insertNotifications(sql`
    SELECT ${newId()}::uuid, thread.author_id, ${actorId}::uuid, ${type}::notification_type,
      thread.id, NULL::uuid
    FROM ${from} WHERE thread.author_id <> ${actorId}::uuid`);
}

/** Takes back what `notifyAuthor` told. */
export function deleteAuthorNotification({ type, actorId, from }: ActOnThread): Prisma.Sql {
  return deleteUnreadNotifications({
    using: from,
    where: sql`subject_id = thread.id AND notifications.type = ${type}::notification_type
      AND actor_id = ${actorId}::uuid`,
  });
}

interface PublishedThread {
  /** What the new thread answers or quotes, if anything: a table with its `author_id`. */
  around: { type: 'reply' | 'quote'; table: Prisma.Sql } | null;
  /** Usernames that the text names. */
  mentions: readonly string[];
}

/**
 * Tells of a new thread whom it answers or quotes, and whom it names; nobody twice. In the statement
 * `thread` is the new one, and `named` the people who are named, with their usernames.
 */
export function notifyOfThread({ around, mentions }: PublishedThread): Prisma.Sql {
  const mention = sql`
    SELECT ${idOfMention(mentions)} AS id, named.id AS recipient_id, 'mention' AS type FROM named`;
  const acts =
    around === null
      ? mention
      : sql`SELECT ${newId()}::uuid AS id, author_id AS recipient_id, ${around.type} AS type
          FROM ${around.table}
          UNION ALL ${mention}
          WHERE named.id NOT IN (SELECT author_id FROM ${around.table})`;
  return insertNotifications(sql`
    SELECT act.id, act.recipient_id, thread.author_id, act.type::notification_type, thread.id,
      NULL::uuid
    FROM thread, (${acts}) act WHERE act.recipient_id <> thread.author_id`);
}

/**
 * Tells whom an edited text names now and did not before, unless they were told of the thread as an
 * answer to them or a quote. In the statement `added` are the people, with their usernames.
 */
export function notifyOfMentions(edited: {
  threadId: string;
  authorId: string;
  mentions: readonly string[];
}): Prisma.Sql {
  const { threadId, authorId, mentions } = edited;
  return insertNotifications(sql`
    SELECT ${idOfMention(mentions, sql`added`)}, added.id, ${authorId}::uuid,
      'mention'::notification_type, ${threadId}::uuid, NULL::uuid
    FROM added WHERE added.id <> ${authorId}::uuid AND NOT EXISTS (
      SELECT FROM notifications told WHERE told.subject_id = ${threadId}::uuid
        AND told.type IN ('reply', 'quote') AND told.recipient_id = added.id)`);
}

/** Ids are made here, in the order of time; each username has one in reserve. */
function idOfMention(mentions: readonly string[], person = sql`named`): Prisma.Sql {
  const ids = mentions.map(() => newId());
  return sql`(${ids}::uuid[])[array_position(${mentions}::text[], ${person}.username)]`;
}
