import type { AdminUser } from '@skein/contracts/moderation';
import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { toPictureUrl } from '../users/index.ts';
import type { Extent } from './id-page.ts';
import { openReportsAbout } from './user-json.queries.ts';

const { sql } = Prisma;

interface UserRow extends Omit<AdminUser, 'picture' | 'suspendedAt' | 'createdAt'> {
  pictureKey: string | null;
  suspendedAt: Date | null;
  createdAt: Date;
}

/** Accounts by a part of their name or username, suspended ones too, the latest first. */
export async function readUsers(
  database: Database,
  options: { q: string; adminEmails: readonly string[]; extent: Extent },
): Promise<AdminUser[]> {
  const { q, adminEmails, extent } = options;
  const { afterId, skip, take } = extent;
  const pattern = `%${q
    .trim()
    .replace(/^@/, '')
    .replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const rows = await database.$queryRaw<UserRow[]>(sql`
    SELECT person.id, person.name, person.username, person.picture_key AS "pictureKey",
      person.is_verified AS "isUserVerified",
      (person.role = 'admin' OR (person.email_proven_at IS NOT NULL
        AND person.email = ANY (${[...adminEmails]}))) AS "isAdmin",
      person.suspended_at IS NOT NULL AS "isSuspended", person.suspended_at AS "suspendedAt",
      person.created_at AS "createdAt", person.threads_count AS "threadsCount",
      person.followers_count AS "followersCount",
      (SELECT count(*)::int FROM reports WHERE ${openReportsAbout(sql`person.id`)})
        AS "openReportsCount"
    FROM users person
    WHERE person.deleted_at IS NULL
      AND (${pattern} = '%%' OR person.username ILIKE ${pattern} OR person.name ILIKE ${pattern})
      AND (${afterId}::uuid IS NULL OR person.id < ${afterId}::uuid)
    ORDER BY person.id DESC OFFSET ${skip}::int LIMIT ${take}::int`);
  return rows.map(({ pictureKey, suspendedAt, createdAt, ...person }) => ({
    ...person,
    picture: toPictureUrl(pictureKey),
    suspendedAt: suspendedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }));
}
