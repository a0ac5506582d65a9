import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';

const { sql } = Prisma;

/** As many rows as go at once, here and with each conversation. */
const batchSize = 500;
/** Of at most `batchSize` messages each. */
const conversationsBatch = 10;

/** Tables with rows that name an account and go with it, and the columns by which they do. */
const removed = [
  ['thread_mentions', 'user_id'],
  ['follow_requests', 'requester_id'],
  ['follow_requests', 'target_id'],
  ['blocks', 'blocker_id'],
  ['blocks', 'blocked_id'],
  ['mutes', 'muter_id'],
  ['mutes', 'muted_id'],
  ['suggestion_dismissals', 'user_id'],
  ['suggestion_dismissals', 'dismissed_id'],
  ['message_deliveries', 'user_id'],
  ['media', 'owner_id'],
  ['idempotency_keys', 'user_id'],
  ['sessions', 'user_id'],
  ['password_resets', 'user_id'],
] as const;

/** The same for rows that stay and name nobody from then on. */
const released = [
  ['reports', 'reporter_id'],
  ['reports', 'resolver_id'],
  ['audit_entries', 'actor_id'],
] as const;

export type PrivateRemains = ReturnType<typeof createPrivateRemains>;

/**
 * What a deleted account leaves and nobody counts. It would go with the row of the account, but in
 * one statement, however much it is: so it goes before, batch by batch. Each step says whether it
 * found anything: it is to be repeated until it does not.
 */
export function createPrivateRemains(database: Database) {
  const run = async (statement: Prisma.Sql): Promise<boolean> =>
    (await database.$executeRaw(statement)) > 0;

  return {
    /** Of long conversations the earlier messages; both have cleared them from then on. */
    removeMessages: (userId: string): Promise<boolean> => run(removeMessagesStatement(userId)),

    removeConversations: (userId: string): Promise<boolean> =>
      run(sql`
        DELETE FROM conversations WHERE id IN (
          SELECT conversation_id FROM conversation_members
          WHERE user_id = ${userId}::uuid LIMIT ${conversationsBatch}::int)`),

    /** Locked in one order, as whoever deletes what they tell of does. */
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
        return run(sql`DELETE FROM ${name} WHERE ${isAmongSome(table, column, userId)}`);
      }),
      ...released.map(([table, column]) => () => {
        const change = Prisma.raw(`${table} SET ${column} = NULL`);
        return run(sql`UPDATE ${change} WHERE ${isAmongSome(table, column, userId)}`);
      }),
    ],
  };
}

/** Locked, so that a row stays where it was found. */
function isAmongSome(table: string, column: string, userId: string): Prisma.Sql {
  return sql`ctid IN (
    SELECT ctid FROM ${Prisma.raw(table)} WHERE ${Prisma.raw(column)} = ${userId}::uuid
    LIMIT ${batchSize}::int FOR UPDATE)`;
}

function removeMessagesStatement(userId: string): Prisma.Sql {
  return sql`
    WITH long AS (
      SELECT conversation.id, conversation.last_seq
      FROM conversation_members member
        JOIN conversations conversation ON conversation.id = member.conversation_id
      WHERE member.user_id = ${userId}::uuid AND EXISTS (
        SELECT FROM messages WHERE messages.conversation_id = conversation.id
          AND messages.seq <= conversation.last_seq - ${batchSize}::int)
      LIMIT 1 FOR UPDATE OF conversation
    ), gone AS (
      DELETE FROM messages WHERE id IN (
        SELECT message.id FROM long JOIN messages message ON message.conversation_id = long.id
          AND message.seq <= long.last_seq - ${batchSize}::int
        ORDER BY message.seq LIMIT ${batchSize}::int)
      RETURNING seq
    )
    UPDATE conversation_members SET unread_count = 0, last_message_at = NULL,
      read_seq = long.last_seq, cleared_seq = long.last_seq,
      last_sent_seq = CASE WHEN last_sent_seq > (SELECT max(seq) FROM gone) THEN last_sent_seq ELSE 0 END
    FROM long WHERE conversation_id = long.id`;
}
