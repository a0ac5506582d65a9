import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { leaveNextGroup, releaseGroupMessages } from '../chat/index.ts';

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
  ['blocks', 'blocker_id'],
  ['blocks', 'blocked_id'],
  ['mutes', 'muter_id'],
  ['mutes', 'muted_id'],
  ['repost_mutes', 'muter_id'],
  ['repost_mutes', 'muted_id'],
  ['user_notes', 'author_id'],
  ['user_notes', 'user_id'],
  ['thread_mutes', 'user_id'],
  ['hashtag_follows', 'user_id'],
  ['timeline_markers', 'user_id'],
  ['keyword_filters', 'user_id'],
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
  ['reports', 'reporter_id'],
  ['reports', 'resolver_id'],
  ['audit_entries', 'actor_id'],
  ['strikes', 'moderator_id'],
  ['moderation_notes', 'author_id'],
  ['report_messages', 'moderator_id'],
  ['appeals', 'decider_id'],
] as const;

export type PrivateDataPurge = ReturnType<typeof createPrivateDataPurge>;

/**
 * Purges the data of a deleted account that no counter includes. It would cascade from the
 * account's row, but in one statement of unlimited duration, so it is deleted in batches before.
 * Every step returns whether it found anything, and is repeated until it does not.
 */
export function createPrivateDataPurge(database: Database) {
  const run = async (statement: Prisma.Sql): Promise<boolean> =>
    (await database.$executeRaw(statement)) > 0;

  return {
    /**
     * Deletes the earlier messages of a long conversation, which becomes cleared for both members.
     */
    removeMessages: (userId: string): Promise<boolean> => run(removeMessagesSql(userId)),

    removeConversations: (userId: string): Promise<boolean> =>
      run(sql`
        DELETE FROM conversations WHERE id IN (
          SELECT conversation_id FROM conversation_members member
            JOIN conversations pair ON pair.id = member.conversation_id AND pair.lower_id IS NOT NULL
          WHERE user_id = ${userId}::uuid LIMIT ${conversationBatchSize}::int)`),

    leaveNextGroup: (userId: string) => leaveNextGroup(database, userId),

    releaseGroupMessages: (userId: string) => releaseGroupMessages(database, userId),

    /** Locks rows in id order, as all statements that delete notifications do. */
    removeNotifications: (userId: string, column: 'recipient_id' | 'actor_id'): Promise<boolean> =>
      run(sql`
        DELETE FROM notifications WHERE id IN (
          SELECT id FROM notifications WHERE id IN (
            SELECT id FROM notifications WHERE ${Prisma.raw(column)} = ${userId}::uuid
            LIMIT ${batchSize}::int)
          ORDER BY id FOR UPDATE)`),

    listSteps: (userId: string): (() => Promise<boolean>)[] => [
      ...removed.map(([table, column]) => () => {
        const name = Prisma.raw(table);
        return run(sql`DELETE FROM ${name} WHERE ${isInBatch(table, column, userId)}`);
      }),
      ...released.map(([table, column]) => () => {
        const change = Prisma.raw(`${table} SET ${column} = NULL`);
        return run(sql`UPDATE ${change} WHERE ${isInBatch(table, column, userId)}`);
      }),
      // The automatic protection quotes the user.
      () =>
        run(sql`
          UPDATE reports SET note = NULL
          WHERE target_type = 'user' AND target_id = ${userId}::uuid
            AND automatic_rule IS NOT NULL AND note IS NOT NULL`),
    ],
  };
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
      WHERE member.user_id = ${userId}::uuid AND conversation.lower_id IS NOT NULL AND EXISTS (
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
