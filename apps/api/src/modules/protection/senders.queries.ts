import type { UserRole } from '@skein/contracts/administration';
import { exists, Prisma, queryRows } from '@skein/db';
import type { Database } from '@skein/db';

const { sql } = Prisma;

export interface Sender {
  role: UserRole;
  email: string;
  emailProvenAt: Date | null;
  isVerified: boolean;
  createdAt: Date;
  threadsCount: number;
  /** The recipients who do not follow the sender. */
  strangers: number;
}

const senderColumns = sql`own.role::text AS role, own.email, own.email_proven_at AS "emailProvenAt",
  own.is_verified AS "isVerified", own.created_at AS "createdAt", own.threads_count AS "threadsCount"`;

/** The sender of a thread that mentions users, or replies to a thread of one. */
export async function findThreadSender(
  database: Database,
  senderId: string,
  { mentions, parentId }: { mentions: readonly string[]; parentId: string | null },
): Promise<Sender | null> {
  const [sender] = await queryRows<Sender>(
    database,
    sql`SELECT ${senderColumns}, (
        SELECT count(*)::int FROM users recipient
        WHERE recipient.id IN (
            SELECT id FROM users WHERE username = ANY (${[...mentions]})
            UNION SELECT author_id FROM threads WHERE id = ${parentId}::uuid)
          AND recipient.id <> own.id AND NOT ${follows(sql`recipient.id`)}
      ) AS strangers
      FROM users own WHERE own.id = ${senderId}::uuid`,
  );
  return sender ?? null;
}

/** The sender of a message or follow. Nobody is a stranger in a group, whose id is not that of a user. */
export async function findSender(
  database: Database,
  senderId: string,
  receiverId: string | null = null,
): Promise<(Sender & { hasWritten: boolean; hasAnswer: boolean }) | null> {
  const [sender] = await queryRows<Sender & { hasWritten: boolean; hasAnswer: boolean }>(
    database,
    sql`SELECT ${senderColumns},
        (SELECT count(*)::int FROM users receiver
          WHERE receiver.id = ${receiverId}::uuid AND NOT ${follows(sql`receiver.id`)}) AS strangers,
        ${hasSent(sql`own.id`)} AS "hasWritten", ${hasSent(sql`${receiverId}::uuid`)} AS "hasAnswer"
      FROM users own LEFT JOIN conversations c
        ON c.lower_id = least(own.id, ${receiverId}::uuid) AND c.upper_id = greatest(own.id, ${receiverId}::uuid)
      WHERE own.id = ${senderId}::uuid`,
  );
  return sender ?? null;
}

const follows = (userId: Prisma.Sql) =>
  exists(sql`follows WHERE follower_id = ${userId} AND followee_id = own.id`);

const hasSent = (userId: Prisma.Sql) =>
  exists(sql`conversation_members
    WHERE conversation_id = c.id AND user_id = ${userId} AND last_sent_seq > 0`);
