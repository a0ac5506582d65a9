import type { UserRole } from '@skein/contracts/administration';
import { exists, existsUnique, Prisma } from '@skein/db';
import type { Database } from '@skein/db';

const { sql } = Prisma;

export interface Sender {
  role: UserRole;
  email: string;
  emailProvenAt: Date | null;
  isVerified: boolean;
  createdAt: Date;
  threadsCount: number;
  /** The recipients who do not follow the sender, nor have written to them. */
  strangers: number;
}

const senderColumns = sql`own.role::text AS role, own.email, own.email_proven_at AS "emailProvenAt",
  own.is_verified AS "isVerified", own.created_at AS "createdAt", own.threads_count AS "threadsCount"`;

interface Recipients {
  mentions: readonly string[];
  /** The mentions that an edit adds. */
  added: readonly string[];
  parentId: string | null;
}

/** The sender of a thread that mentions users, or replies to a thread of one. */
export async function findThreadSender(
  database: Database,
  senderId: string,
  { mentions, added, parentId }: Recipients,
): Promise<(Sender & { addedStrangers: number }) | null> {
  const [sender] = await database.query<
    Sender & { addedStrangers: number }
  >(sql`SELECT ${senderColumns}, recipients.strangers, recipients.added AS "addedStrangers"
      FROM users own, LATERAL (
        SELECT count(*)::int AS strangers,
          (count(*) FILTER (WHERE recipient.username = ANY (${[...added]})))::int AS added
        FROM users recipient
        WHERE recipient.id IN (
            SELECT id FROM users WHERE username = ANY (${[...mentions]})
            UNION SELECT author_id FROM threads WHERE id = ${parentId}::uuid)
          AND recipient.id <> own.id AND NOT ${follows(sql`recipient.id`)}
      ) recipients
      WHERE own.id = ${senderId}::uuid`);
  return sender ?? null;
}

/** The sender of a follow. */
export async function findFollower(database: Database, id: string): Promise<Sender | null> {
  const [sender] = await database.query<Sender>(
    sql`SELECT ${senderColumns}, 1 AS strangers FROM users own WHERE own.id = ${id}::uuid`,
  );
  return sender ?? null;
}

/**
 * The sender of a message to a user or group. A group counts as one stranger if it has a member who is one:
 * who was added by somebody else, has not written in it, and does not follow the sender.
 */
export async function findMessageSender(
  database: Database,
  senderId: string,
  { conversationId, receiverId }: { conversationId: string; receiverId: string | null },
): Promise<(Sender & { hasWritten: boolean }) | null> {
  const id = sql`${conversationId}::uuid`;
  const receiver = sql`${receiverId}::uuid`;
  const [sender] = await database.query<
    Sender & { hasWritten: boolean }
  >(sql`SELECT ${senderColumns},
        (${existsUnique(sql`users WHERE id = ${receiver} AND NOT ${follows(receiver)}`)} AND NOT ${hasSent(receiver, id)}
          OR ${receiver} IS NULL AND ${exists(sql`conversation_members member
            WHERE member.conversation_id = ${id} AND member.user_id <> own.id
              AND member.last_sent_seq = 0 AND NOT ${follows(sql`member.user_id`)}`)})::int AS strangers,
        ${hasSent(sql`own.id`, id)} AS "hasWritten"
      FROM users own WHERE own.id = ${senderId}::uuid`);
  return sender ?? null;
}

/** Who adds users to a group. Those who are in another group with the sender are no strangers. */
export async function findAddingSender(
  database: Database,
  senderId: string,
  userIds: readonly string[],
): Promise<Sender | null> {
  const [sender] = await database.query<Sender>(sql`SELECT ${senderColumns}, (
        SELECT count(*)::int FROM users added
        WHERE added.id = ANY (${[...userIds]}::uuid[]) AND added.id <> own.id
          AND NOT ${follows(sql`added.id`)}
          AND NOT ${exists(sql`conversation_members theirs
            JOIN conversation_members mine
              ON mine.conversation_id = theirs.conversation_id AND mine.user_id = own.id
            JOIN conversations shared ON shared.id = theirs.conversation_id
            WHERE theirs.user_id = added.id AND (shared.kind = 'group'
              OR theirs.last_sent_seq > 0 OR mine.last_sent_seq > 0)`)}
      ) AS strangers
      FROM users own WHERE own.id = ${senderId}::uuid`);
  return sender ?? null;
}

const follows = (userId: Prisma.Sql) =>
  existsUnique(sql`follows WHERE follower_id = ${userId} AND followee_id = own.id`);

const hasSent = (userId: Prisma.Sql, conversationId: Prisma.Sql) =>
  existsUnique(sql`conversation_members
    WHERE conversation_id = ${conversationId} AND user_id = ${userId} AND last_sent_seq > 0`);
