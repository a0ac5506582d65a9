import type { NotificationType } from '@skein/contracts/notifications';
import { Prisma } from '@skein/db';
import { newId } from '../../platform/ids.ts';

const { sql } = Prisma;

/**
 * SQL fragments that write notifications in the same statement as the change that causes them, so
 * that neither exists without the other. Each returns the `recipient_id` of every changed row. After
 * the commit, pass these ids to `publishNotificationChanges`.
 *
 * Muted users, blocks and preferences are applied when notifications are read, because they can change.
 * Nothing is written about a conversation that the recipient has muted, or for a user of another server.
 */

/**
 * Inserts notifications. A notification with the same deduplication key as an existing one is
 * skipped, and so is one about a muted conversation.
 * @param rows A SELECT of id, recipient, actor, type, thread, follow request and the conversation: the
 * root that the recipient may have muted, or NULL.
 */
export function insertNotifications(rows: Prisma.Sql): Prisma.Sql {
  return insertFrom(
    rows,
    sql`NOT EXISTS (SELECT FROM thread_mutes muted
        WHERE muted.user_id = notification.recipient_id AND muted.thread_id = notification.conversation_id)
      AND EXISTS (SELECT FROM users recipient
        WHERE recipient.id = notification.recipient_id AND recipient.domain IS NULL)`,
  );
}

function insertFrom(rows: Prisma.Sql, condition: Prisma.Sql): Prisma.Sql {
  return sql`
    INSERT INTO notifications
      (id, recipient_id, actor_id, type, thread_id, follow_request_id, created_at)
    SELECT notification.id, notification.recipient_id, notification.actor_id, notification.type,
      notification.thread_id, notification.follow_request_id, to_timestamp(
        ('x' || left(replace(notification.id::text, '-', ''), 12))::bit(48)::bigint / 1000.0)
    FROM (${rows}) notification
      (id, recipient_id, actor_id, type, thread_id, follow_request_id, conversation_id)
    WHERE ${condition}
    ON CONFLICT DO NOTHING RETURNING recipient_id`;
}

/** The root of the conversation of an existing thread. */
export function getConversation(threadId: Prisma.Sql): Prisma.Sql {
  return sql`(SELECT coalesce(member.root_id, member.id) FROM threads member WHERE member.id = ${threadId})`;
}

/**
 * Deletes unread notifications. Read ones stay, so that repeating the action does not notify again.
 * @param condition.using Tables that `where` needs besides `notifications`.
 */
export function deleteUnreadNotifications(condition: {
  using?: Prisma.Sql;
  where: Prisma.Sql;
}): Prisma.Sql {
  const using = condition.using === undefined ? Prisma.empty : sql`USING ${condition.using}`;
  return sql`
    DELETE FROM notifications ${using} WHERE ${condition.where} AND read_at IS NULL
    RETURNING recipient_id`;
}

/** Limits the rows of one statement, so that it holds its locks only briefly. */
export const notificationDeletionBatch = 5000;

/**
 * Deletes up to `notificationDeletionBatch` notifications, read or unread, that two users caused for
 * each other.
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

interface ThreadAction {
  type: Extract<NotificationType, 'like' | 'reaction' | 'repost'>;
  actorId: string;
  /** A FROM list: `thread` with its id and author, joined so that it is empty if nothing changed. */
  from: Prisma.Sql;
}

/** Notifies the author of a thread of another user's action on it. */
export function notifyAuthor({ type, actorId, from }: ThreadAction): Prisma.Sql {
  return insertNotifications(sql`
    SELECT ${newId()}::uuid, thread.author_id, ${actorId}::uuid, ${type}::notification_type,
      thread.id, NULL::uuid, ${getConversation(sql`thread.id`)}
    FROM ${from} WHERE thread.author_id <> ${actorId}::uuid`);
}

/** Deletes the unread notification that `notifyAuthor` inserted. */
export function deleteAuthorNotification({ type, actorId, from }: ThreadAction): Prisma.Sql {
  return deleteUnreadNotifications({
    using: from,
    where: sql`subject_id = thread.id AND notifications.type = ${type}::notification_type
      AND actor_id = ${actorId}::uuid`,
  });
}

interface PublishedThread {
  /** The thread that the new one replies to or quotes: a table with its `author_id`. */
  target: { type: 'reply' | 'quote'; table: Prisma.Sql } | null;
  /** Usernames mentioned in the text. */
  mentions: readonly string[];
}

/**
 * Notifies the author of the replied or quoted thread and all mentioned users, each only once. The
 * statement provides `thread`, the new thread, and `named`, the ids, usernames and domains of mentioned users, if there
 * are any.
 */
export function notifyOfThread({ target, mentions }: PublishedThread): Prisma.Sql {
  if (target === null) return notifyOfRoot(mentions);
  const notifications = [
    selectTargetNotification(target),
    ...(mentions.length === 0
      ? []
      : [
          sql`SELECT ${mentionNotificationId(mentions)} AS id, named.id AS recipient_id, 'mention' AS type,
            NULL::uuid AS quoted_conversation FROM named
            WHERE named.id NOT IN (SELECT author_id FROM ${target.table})`,
        ]),
  ];
  return insertNotifications(sql`
    SELECT notification.id, notification.recipient_id, thread.author_id, notification.type::notification_type, thread.id,
      NULL::uuid, coalesce(notification.quoted_conversation, thread.root_id, thread.id)
    FROM thread, (${Prisma.join(notifications, ' UNION ALL ')}) notification
    WHERE notification.recipient_id <> thread.author_id`);
}

/** Nobody has muted a new conversation, which saves the lookups of other notifications. */
function notifyOfRoot(mentions: readonly string[]): Prisma.Sql {
  return insertFrom(
    sql`SELECT ${mentionNotificationId(mentions)}, named.id, thread.author_id,
        'mention'::notification_type, thread.id, NULL::uuid, thread.id
      FROM thread, named WHERE named.id <> thread.author_id AND named.domain IS NULL`,
    sql`true`,
  );
}

function selectTargetNotification({ type, table }: NonNullable<PublishedThread['target']>) {
  const conversation = type === 'quote' ? getConversation(sql`${table}.id`) : sql`NULL::uuid`;
  return sql`SELECT ${newId()}::uuid AS id, author_id AS recipient_id, ${type} AS type,
    ${conversation} AS quoted_conversation FROM ${table}`;
}

/**
 * The CTE that registers a new thread that is no reply for the job that notifies followers, if any of them wants a
 * notification. There may be too many to notify in the statement. The statement provides `thread`.
 */
export const registerForFollowers = sql`follower_notification AS (
  INSERT INTO pending_thread_notifications (thread_id)
  SELECT thread.id FROM thread WHERE EXISTS (
    SELECT FROM follows WHERE followee_id = thread.author_id AND is_notifying)
)`;

/**
 * Notifies users that an edit mentions for the first time, except those already notified of the
 * thread as a reply or quote. The statement provides `added`, their ids and usernames.
 */
export function notifyOfMentions(edited: {
  threadId: string;
  authorId: string;
  mentions: readonly string[];
}): Prisma.Sql {
  const { threadId, authorId, mentions } = edited;
  return insertNotifications(sql`
    SELECT ${mentionNotificationId(mentions, sql`added`)}, added.id, ${authorId}::uuid,
      'mention'::notification_type, ${threadId}::uuid, NULL::uuid,
      ${getConversation(sql`${threadId}::uuid`)}
    FROM added WHERE added.id <> ${authorId}::uuid AND NOT EXISTS (
      SELECT FROM notifications existing WHERE existing.subject_id = ${threadId}::uuid
        AND existing.type IN ('reply', 'quote') AND existing.recipient_id = added.id)`);
}

/** Ids are generated by the application to keep their time order: one for each username. */
function mentionNotificationId(mentions: readonly string[], users = sql`named`): Prisma.Sql {
  const ids = mentions.map(() => newId());
  return sql`(${ids}::uuid[])[array_position(${mentions}::text[], ${users}.username)]`;
}
