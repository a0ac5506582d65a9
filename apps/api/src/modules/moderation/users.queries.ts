import { hasPermission } from '@skein/contracts/administration';
import type { UserRole } from '@skein/contracts/administration';
import type { AdminUser } from '@skein/contracts/moderation';
import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { matchesName, toPictureUrl } from '../users/index.ts';
import type { IdRange } from '../../platform/read-page.ts';
import { areOpenReportsAbout } from './user-json.queries.ts';

const { sql } = Prisma;

interface UserRow extends Omit<
  AdminUser,
  'picture' | 'role' | 'isAdmin' | 'suspendedAt' | 'suspendedUntil' | 'createdAt'
> {
  suspendedUntil: Date | null;
  role: UserRole;
  pictureKey: string | null;
  suspendedAt: Date | null;
  createdAt: Date;
}

/**
 * Accounts whose name or username contains the text, including suspended ones, the latest first. A text
 * of one or two characters is found at the beginning of words.
 */
export async function readUsers(
  database: Database,
  options: { q: string; adminEmails: readonly string[]; range: IdRange },
): Promise<AdminUser[]> {
  const { q, adminEmails, range } = options;
  const rows = await database.$queryRaw<UserRow[]>(sql`
    SELECT account.id, account.name, account.username, account.picture_key AS "pictureKey",
      account.is_verified AS "isUserVerified",
      CASE WHEN account.email_proven_at IS NOT NULL AND account.email = ANY (${[...adminEmails]})
        THEN 'owner' ELSE account.role END AS role,
      account.email_proven_at IS NOT NULL AND account.email = ANY (${[...adminEmails]})
        AS "isRoleFixed",
      account.suspended_at IS NOT NULL AS "isSuspended", account.suspended_at AS "suspendedAt",
      account.suspended_until AS "suspendedUntil", account.limited_at IS NOT NULL AS "isLimited",
      account.frozen_at IS NOT NULL AS "isFrozen",
      (SELECT count(*)::int FROM strikes WHERE user_id = account.id AND lifted_at IS NULL)
        AS "strikesCount",
      EXISTS (SELECT FROM strikes WHERE user_id = account.id) AS "hasStrikes",
      account.created_at AS "createdAt", account.threads_count AS "threadsCount",
      account.followers_count AS "followersCount",
      (SELECT count(*)::int FROM reports WHERE ${areOpenReportsAbout(sql`account.id`)})
        AS "openReportsCount"
    FROM (${selectPage(q, range)}) page JOIN users account ON account.id = page.user_id
    ORDER BY account.id DESC`);
  return rows.map(({ pictureKey, suspendedAt, suspendedUntil, createdAt, ...account }) => ({
    ...account,
    isAdmin: hasPermission(account.role, 'administrate'),
    picture: toPictureUrl(pictureKey),
    suspendedAt: suspendedAt?.toISOString() ?? null,
    suspendedUntil: suspendedUntil?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }));
}

/**
 * How many approved accounts are read before an index is searched, which cannot return only the latest
 * matches. The number of pending ones between them is limited.
 */
const latestMax = 5000;

function selectPage(q: string, { afterId, skip, take }: IdRange): Prisma.Sql {
  const text = q.trim().replace(/^@/, '');
  const isApproved = sql`NOT EXISTS (SELECT FROM pending_registrations WHERE user_id = account.id)`;
  const isListed = sql`account.deleted_at IS NULL AND ${isApproved}`;
  const isAfter = sql`(${afterId}::uuid IS NULL OR account.id < ${afterId}::uuid)`;
  const end = sql`ORDER BY user_id DESC OFFSET ${skip}::int LIMIT ${take}::int`;
  if (text === '') {
    return sql`SELECT account.id AS user_id FROM users account WHERE ${isListed} AND ${isAfter} ${end}`;
  }
  const matches = matchesName(text, sql`account`);
  return sql`
    WITH latest AS MATERIALIZED (
      SELECT account.id AS user_id FROM (
        SELECT id, deleted_at, folded_names FROM users account WHERE ${isAfter} AND ${isApproved}
        ORDER BY id DESC LIMIT ${latestMax}::int
      ) account
      WHERE ${matches} AND account.deleted_at IS NULL
      ORDER BY account.id DESC LIMIT ${skip + take}::int
    ), indexed AS MATERIALIZED (
      SELECT account.id AS user_id FROM users account
      WHERE (SELECT count(*) FROM latest) < ${skip + take}::int AND ${matches} AND ${isListed}
        AND ${isAfter}
    )
    SELECT user_id FROM latest UNION SELECT user_id FROM indexed ${end}`;
}
