import { hasPermission } from '@skein/contracts/administration';
import type { UserRole } from '@skein/contracts/administration';
import type { AdminUser } from '@skein/contracts/moderation';
import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { toPictureUrl } from '../../users/index.ts';
import { isConfiguredOwner, selectAccounts } from './account-candidates.queries.ts';
import type { AccountFilter } from './account-candidates.queries.ts';
import type { IdRange } from '../../../platform/read-page.ts';
import { areOpenReportsAbout } from './user-json.queries.ts';

const { sql } = Prisma;

interface UserRow extends Omit<
  AdminUser,
  'picture' | 'role' | 'isAdmin' | 'suspendedAt' | 'suspendedUntil' | 'createdAt' | 'lastActiveAt'
> {
  suspendedUntil: Date | null;
  role: UserRole;
  pictureKey: string | null;
  suspendedAt: Date | null;
  createdAt: Date;
  lastActiveAt: Date | null;
}

/**
 * Accounts, including suspended ones, the latest first. A name of one or two characters is found at the
 * beginning of words.
 */
export async function readUsers(
  database: Database,
  {
    showsAddresses = false,
    ...filter
  }: AccountFilter & { range: IdRange; showsAddresses?: boolean },
): Promise<AdminUser[]> {
  const rows = await readRows(database, filter);
  return rows.map(({ pictureKey, suspendedAt, suspendedUntil, ...account }) => ({
    ...account,
    registrationAddress: showsAddresses ? account.registrationAddress : null,
    isAdmin: hasPermission(account.role, 'administrate'),
    picture: toPictureUrl(pictureKey),
    suspendedAt: suspendedAt?.toISOString() ?? null,
    suspendedUntil: suspendedUntil?.toISOString() ?? null,
    createdAt: account.createdAt.toISOString(),
    lastActiveAt: account.lastActiveAt?.toISOString() ?? null,
  }));
}

/**
 * With a name and addresses, planned for their values: either of them may match most accounts, and the search
 * begins with the other.
 */
async function readRows(
  database: Database,
  filter: AccountFilter & { range: IdRange },
): Promise<UserRow[]> {
  const statement = selectRows(filter);
  if (filter.addresses === null || filter.q.trim() === '') return database.query(statement);
  return database.$transaction(async (tx) => {
    await tx.execute(sql`SET LOCAL plan_cache_mode = force_custom_plan`);
    return tx.query<UserRow>(statement);
  });
}

function selectRows({ range, ...filter }: AccountFilter & { range: IdRange }): Prisma.Sql {
  const isOwner = isConfiguredOwner(filter.adminEmails);
  return sql`
    SELECT account.id, account.name, account.username, account.picture_key AS "pictureKey",
      account.is_verified AS "isUserVerified",
      CASE WHEN ${isOwner} THEN 'owner' ELSE account.role END AS role, ${isOwner} AS "isRoleFixed",
      CASE WHEN account.role = 'member' AND NOT ${isOwner} THEN (
        SELECT host(address) FROM registration_addresses WHERE user_id = account.id
      ) END AS "registrationAddress",
      account.suspended_at IS NOT NULL AS "isSuspended", account.suspended_at AS "suspendedAt",
      account.suspended_until AS "suspendedUntil", account.limited_at IS NOT NULL AS "isLimited",
      account.frozen_at IS NOT NULL AS "isFrozen",
      (SELECT count(*)::int FROM strikes WHERE user_id = account.id AND lifted_at IS NULL)
        AS "strikesCount",
      EXISTS (SELECT FROM strikes WHERE user_id = account.id) AS "hasStrikes",
      account.created_at AS "createdAt",
      (SELECT max(last_seen_at) FROM sessions WHERE user_id = account.id) AS "lastActiveAt",
      account.threads_count AS "threadsCount",
      account.followers_count AS "followersCount",
      (SELECT count(*)::int FROM reports WHERE ${areOpenReportsAbout(sql`account.id`)})
        AS "openReportsCount"
    FROM (${selectAccounts(filter, range)}) page JOIN users account ON account.id = page.user_id
    ORDER BY account.id DESC`;
}
