import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { isActive } from '../../domain/visibility.queries.ts';

const { sql } = Prisma;

/** Rows per batch, also per conversation. */
const batchSize = 500;
/** Conversations per batch, of at most `batchSize` messages each. */
const conversationBatchSize = 10;

/** Tables and columns of rows that are deleted with the account. */
const removed = [
  ['thread_mentions', 'user_id'],
  ['follow_requests', 'requester_id'],
  ['follow_requests', 'target_id'],
  ['remote_activities', 'actor_id'],
  ['remote_activities', 'object_id'],
  ['remote_engagements', 'actor_id'],
  ['remote_media', 'owner_id'],
  ['blocks', 'blocker_id'],
  ['blocks', 'blocked_id'],
  ['server_blocks', 'user_id'],
  ['mutes', 'muter_id'],
  ['mutes', 'muted_id'],
  ['repost_mutes', 'muter_id'],
  ['repost_mutes', 'muted_id'],
  ['notification_permissions', 'recipient_id'],
  ['notification_permissions', 'sender_id'],
  ['user_notes', 'author_id'],
  ['user_notes', 'user_id'],
  ['thread_mutes', 'user_id'],
  ['hashtag_follows', 'user_id'],
  ['featured_hashtags', 'user_id'],
  ['timeline_markers', 'user_id'],
  ['keyword_filters', 'user_id'],
  ['filtered_threads', 'user_id'],
  ['user_list_members', 'user_id'],
  ['user_lists', 'owner_id'],
  ['bookmark_folders', 'owner_id'],
  ['announcement_dismissals', 'user_id'],
  ['suggestion_dismissals', 'user_id'],
  ['suggestion_dismissals', 'dismissed_id'],
  ['message_deliveries', 'user_id'],
  ['group_departures', 'user_id'],
  ['scheduled_parts', 'author_id'],
  ['scheduled_threads', 'author_id'],
  ['drafts', 'author_id'],
  ['media', 'owner_id'],
  ['idempotency_keys', 'user_id'],
  ['sessions', 'user_id'],
  ['password_resets', 'user_id'],
  ['email_verifications', 'user_id'],
  ['totp_secrets', 'user_id'],
  ['recovery_codes', 'user_id'],
  ['passkeys', 'user_id'],
  ['identities', 'user_id'],
  ['invitations', 'creator_id'],
  ['former_usernames', 'user_id'],
  ['imports', 'user_id'],
  ['imported_posts', 'user_id'],
  ['strikes', 'user_id'],
  ['report_assignments', 'assignee_id'],
  ['moderation_notes', 'user_id'],
  ['report_messages', 'recipient_id'],
] as const;

/** Tables and columns of rows that remain without the reference. */
const released = [
  ['users', 'moved_to_id'],
  ['reports', 'resolver_id'],
  ['audit_entries', 'actor_id'],
  ['strikes', 'moderator_id'],
  ['moderation_notes', 'author_id'],
  ['report_messages', 'moderator_id'],
  ['appeals', 'decider_id'],
  ['search_documents', 'root_author_id'],
] as const;

// Purges the data of a deleted account that no counter includes. It would cascade from the account's row, but in
// one statement of unlimited duration, so it is deleted in batches before. Every step returns whether it found
// anything, and is repeated until it does not.

/** Deletes the earlier messages of a long conversation, which becomes cleared for both members. */
export function removeMessages(database: Database, userId: string): Promise<boolean> {
  return run(database, removeMessagesSql(userId));
}

export function removeConversations(database: Database, userId: string): Promise<boolean> {
  const statement = sql`
    DELETE FROM conversations WHERE id IN (
      SELECT conversation_id FROM conversation_members member
        JOIN conversations pair ON pair.id = member.conversation_id AND pair.kind = 'direct'
      WHERE user_id = ${userId}::uuid LIMIT ${conversationBatchSize}::int)`;
  return run(database, statement);
}

/** Locks rows in id order, as all statements that delete notifications do. */
export function removeNotifications(
  database: Database,
  userId: string,
  column: 'recipient_id' | 'actor_id',
): Promise<boolean> {
  const statement = sql`
    DELETE FROM notifications WHERE id IN (
      SELECT id FROM notifications WHERE id IN (
        SELECT id FROM notifications WHERE ${Prisma.raw(column)} = ${userId}::uuid
        LIMIT ${batchSize}::int)
      ORDER BY id FOR UPDATE)`;
  return run(database, statement);
}

/** The steps that remove all other rows, or their references to the account. */
export function listPurgeSteps(database: Database, userId: string): (() => Promise<boolean>)[] {
  return [
    ...listTraces(userId).map((statement) => () => run(database, statement)),
    ...removed.map(([table, column]) => () => {
      const name = Prisma.raw(table);
      return run(database, sql`DELETE FROM ${name} WHERE ${isInBatch(table, column, userId)}`);
    }),
    ...released.map(([table, column]) => () => {
      const change = Prisma.raw(`${table} SET ${column} = NULL`);
      return run(database, sql`UPDATE ${change} WHERE ${isInBatch(table, column, userId)}`);
    }),
  ];
}

async function run(database: Database, statement: Prisma.Sql): Promise<boolean> {
  return (await database.execute(statement)) > 0;
}

/** Statements that remove what rows of others contain about the user. */
function listTraces(userId: string): readonly Prisma.Sql[] {
  const user = sql`${userId}::uuid`;
  return [
    // What the user has written in reports.
    sql`UPDATE reports SET reporter_id = NULL, note = NULL WHERE ${isInBatch('reports', 'reporter_id', userId)}`,
    // What others, and the automatic protection, have written about the user.
    sql`UPDATE reports SET note = NULL WHERE id IN (
      SELECT id FROM reports WHERE person_id = ${user} AND note IS NOT NULL LIMIT ${batchSize}::int)`,
    sql`DELETE FROM moderation_notes WHERE id IN (
      SELECT note.id FROM reports JOIN moderation_notes note ON note.report_id = reports.id
      WHERE reports.person_id = ${user} LIMIT ${batchSize}::int)`,
    // At most 1,000 per webhook, and those that wait.
    sql`DELETE FROM webhook_deliveries WHERE ${userId} IN (data->>'userId', data->>'authorId', data->>'targetId')`,
    // The names of personal access tokens. An app that signs in users has redirect URIs.
    sql`DELETE FROM oauth_apps WHERE id IN (
      SELECT app.id FROM sessions session JOIN oauth_tokens token ON token.session_id = session.id
        JOIN oauth_apps app ON app.id = token.app_id AND app.redirect_uris = '{}'
      WHERE session.user_id = ${user} LIMIT ${batchSize}::int)`,
    // Few cards wait. They are fetched for the others who have linked them.
    sql`UPDATE link_cards SET requested_by_id = NULL WHERE due_at IS NOT NULL AND requested_by_id = ${user}`,
    // The emoji of its server remain while the server has another account here.
    sql`UPDATE remote_media media SET owner_id = other.id
      FROM users account CROSS JOIN LATERAL (SELECT id FROM users same WHERE same.domain = account.domain
        AND same.id <> account.id AND ${isActive(sql`same`)} LIMIT 1) other
      WHERE account.id = ${user} AND media.kind = 'emoji' AND media.storage_key IN (
        SELECT storage_key FROM remote_media WHERE owner_id = ${user} AND kind = 'emoji'
        LIMIT ${batchSize}::int)`,
    // One row with the busiest accounts.
    sql`UPDATE usage_measurements SET data = jsonb_set(data, '{accounts}', (
        SELECT coalesce(jsonb_agg(account), '[]') FROM jsonb_array_elements(data->'accounts') account
        WHERE account->>'id' <> ${userId}))
      WHERE data->'accounts' @> jsonb_build_array(jsonb_build_object('id', ${userId}::text))`,
  ];
}

/** The lock keeps the ctid of a row valid. */
function isInBatch(table: string, column: string, userId: string): Prisma.Sql {
  return sql`ctid IN (
    SELECT ctid FROM ${Prisma.raw(table)} WHERE ${Prisma.raw(column)} = ${userId}::uuid
    LIMIT ${batchSize}::int FOR UPDATE)`;
}

function removeMessagesSql(userId: string): Prisma.Sql {
  return sql`
    WITH long AS (
      SELECT conversation.id, conversation.last_seq
      FROM conversation_members member
        JOIN conversations conversation ON conversation.id = member.conversation_id
      WHERE member.user_id = ${userId}::uuid AND conversation.kind = 'direct' AND EXISTS (
        SELECT FROM messages WHERE messages.conversation_id = conversation.id
          AND messages.seq <= conversation.last_seq - ${batchSize}::int)
      LIMIT 1 FOR UPDATE OF conversation
    ), deleted AS (
      DELETE FROM messages WHERE id IN (
        SELECT message.id FROM long JOIN messages message ON message.conversation_id = long.id
          AND message.seq <= long.last_seq - ${batchSize}::int
        ORDER BY message.seq LIMIT ${batchSize}::int)
      RETURNING seq
    )
    UPDATE conversation_members SET unread_count = 0, last_message_at = NULL,
      read_seq = long.last_seq, cleared_seq = long.last_seq,
      last_sent_seq = CASE WHEN last_sent_seq > (SELECT max(seq) FROM deleted) THEN last_sent_seq ELSE 0 END
    FROM long WHERE conversation_id = long.id`;
}
