import { randomBytes } from 'node:crypto';
import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { isActive } from '../../../domain/visibility.queries.ts';

const { sql } = Prisma;

export interface DueDigest {
  userId: string;
  email: string;
  name: string;
  token: string;
  /** The language of the latest session. */
  locale: string | null;
  lastSeenAt: Date | null;
}

export async function isDigestEnabled(database: Database, userId: string): Promise<boolean> {
  return (await database.emailDigest.count({ where: { userId } })) > 0;
}

/** Keeps the time and the token of a user who already receives the email. */
export async function enableDigest(database: Database, userId: string, dueAt: Date): Promise<void> {
  const token = randomBytes(24).toString('base64url');
  const create = { userId, dueAt, token };
  await database.emailDigest.upsert({ where: { userId }, create, update: {} });
}

export async function disableDigest(
  database: Database,
  where: { userId: string } | { token: string },
): Promise<void> {
  await database.emailDigest.deleteMany({ where });
}

/**
 * Takes due emails and makes each due again at `nextAt`, so that none is sent twice. Leaves out
 * users who have no proven email address or cannot sign in.
 */
export function claimDigests(
  database: Database,
  now: Date,
  { nextAt, limit }: { nextAt: Date; limit: number },
): Promise<DueDigest[]> {
  return database.query(sql`
    WITH claimed AS (
      UPDATE email_digests SET due_at = ${nextAt} WHERE user_id IN (
        SELECT user_id FROM email_digests WHERE due_at <= ${now}
        ORDER BY due_at LIMIT ${limit}::int FOR UPDATE SKIP LOCKED
      ) RETURNING user_id, token
    )
    SELECT claimed.user_id AS "userId", claimed.token, account.email, account.name,
      latest.locale, latest.last_seen_at AS "lastSeenAt"
    FROM claimed JOIN users account ON account.id = claimed.user_id
      LEFT JOIN LATERAL (
        SELECT locale, last_seen_at FROM sessions
        WHERE user_id = account.id ORDER BY last_seen_at DESC LIMIT 1
      ) latest ON true
    WHERE account.email_proven_at IS NOT NULL AND ${isActive(sql`account`)}`);
}

/** Whether more emails are due. */
export async function hasDueDigests(database: Database, now: Date): Promise<boolean> {
  return (await database.emailDigest.findFirst({ where: { dueAt: { lte: now } } })) !== null;
}
