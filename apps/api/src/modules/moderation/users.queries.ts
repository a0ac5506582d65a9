import { hasPermission } from '@skein/contracts/administration';
import type { UserRole } from '@skein/contracts/administration';
import type { AdminUser } from '@skein/contracts/moderation';
import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { toPictureUrl } from '../users/index.ts';
import type { PageRange } from './id-page.ts';
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
 * Accounts whose name or username contains the text, including suspended ones, the latest first.
 */
export async function readUsers(
  database: Database,
  options: { q: string; adminEmails: readonly string[]; range: PageRange },
): Promise<AdminUser[]> {
  const { q, adminEmails, range } = options;
  const { afterId, skip, take } = range;
  const pattern = `%${q
    .trim()
    .replace(/^@/, '')
    .replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
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
    FROM users account
    WHERE account.deleted_at IS NULL
      AND NOT EXISTS (SELECT FROM pending_registrations WHERE user_id = account.id)
      AND (${pattern} = '%%' OR account.username ILIKE ${pattern} OR account.name ILIKE ${pattern})
      AND (${afterId}::uuid IS NULL OR account.id < ${afterId}::uuid)
    ORDER BY account.id DESC OFFSET ${skip}::int LIMIT ${take}::int`);
  return rows.map(({ pictureKey, suspendedAt, suspendedUntil, createdAt, ...account }) => ({
    ...account,
    isAdmin: hasPermission(account.role, 'administrate'),
    picture: toPictureUrl(pictureKey),
    suspendedAt: suspendedAt?.toISOString() ?? null,
    suspendedUntil: suspendedUntil?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }));
}
