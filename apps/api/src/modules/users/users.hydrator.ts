import { unknownUser } from '@skein/contracts/users';
import { exists, Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { isId } from '../../platform/ids.ts';
import {
  canSeeProfile,
  canSeeThreadsOf,
  isBlockedBy,
  isFollowing,
  isMuted,
} from '../../platform/visibility.queries.ts';

const { sql } = Prisma;

const storedUsername = /^[a-z0-9_.]{1,30}$/;

/** Everything a person's DTO in a list is made of, for one viewer. */
export interface UserRow {
  id: string;
  name: string;
  username: string;
  pictureKey: string | null;
  /** Null also where the viewer may not see it. */
  bio: string | null;
  isPrivate: boolean;
  isVerified: boolean;
  followersCount: number;
  isFollowing: boolean;
  isFollowedBy: boolean;
  isRequested: boolean;
  /** The viewer may know of them; everybody else is shown without any details. */
  canSeeProfile: boolean;
}

export interface ProfileRow extends UserRow {
  location: string | null;
  website: string | null;
  followingCount: number;
  threadsCount: number;
  isBlocked: boolean;
  isMuted: boolean;
  canViewThreads: boolean;
  createdAt: Date;
}

/** A person and what belongs to their place in a list, as the list's source gave it. */
export type ListedRow = UserRow & { since: Date | null; reference: string | null };

/**
 * Turns ids into everything that is shown of people, in one statement however many they are.
 * @param source A SELECT of `user_id`, `position` (int), `since` (timestamptz or NULL) and
 * `reference` (uuid or NULL) of people. Who has blocked the viewer is shown without any details.
 */
export function hydrateUsers(
  database: Database,
  viewerId: string,
  source: Prisma.Sql,
): Promise<ListedRow[]> {
  return database.$queryRaw<ListedRow[]>(sql`
    WITH page AS MATERIALIZED (${source})
    SELECT page.since, page.reference, ${userColumns(viewerId)}
    FROM page JOIN users p ON p.id = page.user_id
    ORDER BY page.position`);
}

/**
 * What the viewer is shown of one person; null where there is nobody for them: an unknown or
 * suspended person, or one who blocked them.
 */
export async function findProfile(
  database: Database,
  viewerId: string,
  idOrUsername: string,
): Promise<ProfileRow | null> {
  const isNamed = matchesIdOrUsername(idOrUsername, sql`p`);
  if (isNamed === null) return null;
  const isVisible = canSeeThreadsOf(viewerId, sql`p`);
  const viewer = sql`${viewerId}::uuid`;
  const [row] = await database.$queryRaw<ProfileRow[]>(sql`
    SELECT ${userColumns(viewerId)},
      CASE WHEN ${isVisible} THEN p.location END AS location,
      CASE WHEN ${isVisible} THEN p.website END AS website,
      p.following_count AS "followingCount", p.threads_count AS "threadsCount",
      ${isBlockedBy(viewer, sql`p.id`)} AS "isBlocked", ${isMuted(viewerId, sql`p.id`)} AS "isMuted",
      ${isVisible} AS "canViewThreads", p.created_at AS "createdAt"
    FROM users p
    WHERE ${isNamed} AND ${canSeeProfile(viewerId, sql`p`)}`);
  return row ?? null;
}

/** Null for what can name nobody, and may even be no text for the database. */
export function matchesIdOrUsername(idOrUsername: string, person: Prisma.Sql): Prisma.Sql | null {
  if (isId(idOrUsername)) return sql`${person}.id = ${idOrUsername}::uuid`;
  const username = idOrUsername.toLowerCase();
  return storedUsername.test(username) ? sql`${person}.username = ${username}` : null;
}

/** The name that the viewer is shown of a user. */
export function visibleName(viewerId: string, person: Prisma.Sql): Prisma.Sql {
  return sql`CASE WHEN ${canSeeProfile(viewerId, person)} THEN ${person}.name ELSE ${unknownUser.name} END`;
}

/** The username that the viewer is shown of a user. */
export function visibleUsername(viewerId: string, person: Prisma.Sql): Prisma.Sql {
  return sql`CASE WHEN ${canSeeProfile(viewerId, person)}
    THEN ${person}.username ELSE ${unknownUser.username} END`;
}

function userColumns(viewerId: string): Prisma.Sql {
  const viewer = sql`${viewerId}::uuid`;
  return sql`
    p.id, p.name, p.username, p.picture_key AS "pictureKey",
    CASE WHEN p.bio IS NOT NULL AND ${canSeeThreadsOf(viewerId, sql`p`)} THEN p.bio END AS bio,
    p.is_private AS "isPrivate", p.is_verified AS "isVerified",
    p.followers_count AS "followersCount",
    ${isFollowing(viewer, sql`p.id`)} AS "isFollowing",
    ${isFollowing(sql`p.id`, viewer)} AS "isFollowedBy",
    ${isRequested(viewer, sql`p.id`)} AS "isRequested", ${canSeeProfile(viewerId, sql`p`)} AS "canSeeProfile"`;
}

/** Whether one waits for the other's approval. */
export function isRequested(requester: Prisma.Sql, target: Prisma.Sql): Prisma.Sql {
  return exists(sql`follow_requests
    WHERE requester_id = ${requester} AND target_id = ${target} AND status = 'pending'`);
}
