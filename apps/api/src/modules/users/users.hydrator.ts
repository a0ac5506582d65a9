import { unknownUser } from '@skein/contracts/users';
import type { ProfileFields } from '@skein/contracts/users';
import { existsUnique, Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { isId } from '../../platform/ids.ts';
import {
  anonymousViewer,
  canMessage,
  canSeeProfile,
  canSeeThreadsBy,
  isBlockedBy,
  isFollowing,
  isInAudience,
  isMuted,
  isServerBlocked,
  sharesConnections,
} from '../../domain/visibility.queries.ts';
import { selectIdByUsername } from './former-usernames.repository.ts';

const { sql } = Prisma;

/** Accepts handles of other servers, too. */
const storedUsername = /^[a-z0-9_.]{1,30}$|^[a-z0-9_.-]{1,100}@[a-z0-9.:-]{1,259}$/;

/** The data of a user in a list for one viewer. */
export interface UserRow {
  id: string;
  name: string;
  username: string;
  pictureKey: string | null;
  /** Null also when the viewer may not see it. */
  bio: string | null;
  isPrivate: boolean;
  isVerified: boolean;
  followersCount: number;
  isFollowing: boolean;
  isFollowedBy: boolean;
  isRequested: boolean;
  /** If false, the user is shown as an unknown user, without details. */
  canSeeProfile: boolean;
}

export interface ProfileRow extends UserRow {
  bannerKey: string | null;
  location: string | null;
  website: string | null;
  fields: ProfileFields;
  followingCount: number;
  threadsCount: number;
  pinnedThreadId: string | null;
  isBlocked: boolean;
  isMuted: boolean;
  mutedUntil: Date | null;
  isNotifying: boolean;
  areRepostsMuted: boolean;
  isServerBlocked: boolean;
  isBot: boolean;
  canViewThreads: boolean;
  canViewConnections: boolean;
  createdAt: Date;
}

/** A user and the columns of the list's source. */
export type ListedRow = UserRow & { since: Date | null; reference: string | null };

/**
 * Loads all data of the users that a source selects, in one statement. A user who has blocked the
 * viewer is shown without details.
 * @param source A SELECT of `user_id`, `position` (int), `since` (timestamptz or NULL) and `reference`
 * (uuid or NULL).
 */
export function hydrateUsers(
  database: Database,
  viewerId: string,
  source: Prisma.Sql,
): Promise<ListedRow[]> {
  return database.query<ListedRow>(sql`
    WITH page AS MATERIALIZED (${source})
    SELECT page.since, page.reference, ${userColumns(viewerId, sql`p`)}
    FROM page JOIN users p ON p.id = page.user_id
    ORDER BY page.position`);
}

type FoundProfile = ProfileRow & { canMessage: boolean; movedToId: string | null };

/**
 * A profile for one viewer; null for a user who does not exist, is suspended, or has blocked the
 * viewer.
 */
export async function findProfile(
  database: Database,
  viewerId: string,
  idOrUsername: string,
): Promise<FoundProfile | null> {
  const matches = matchesIdOrUsername(idOrUsername, sql`p`);
  if (matches === null) return null;
  const [row] = await database.query<FoundProfile>(sql`
    SELECT ${profileColumns(viewerId)}, p.moved_to_id AS "movedToId",
      p.id <> ${viewerId}::uuid AND ${canMessage(viewerId, sql`p`)} AS "canMessage"
    FROM users p ${withAccess(viewerId)}
    WHERE ${matches} AND ${canSeeProfile(viewerId, sql`p`)}`);
  return row ?? null;
}

/** The id of a user whose threads the viewer may see; null for others. */
export async function findVisibleAuthor(
  database: Database,
  viewerId: string,
  idOrUsername: string,
): Promise<string | null> {
  const matches = matchesIdOrUsername(idOrUsername, sql`p`);
  if (matches === null) return null;
  const [row] = await database.query<{ id: string }>(sql`
    SELECT p.id FROM users p WHERE ${matches}
      AND ${canSeeProfile(viewerId, sql`p`)} AND ${canSeeThreadsBy(viewerId, sql`p`)}`);
  return row?.id ?? null;
}

/** The profiles of users that the viewer may see, in no particular order. */
export function hydrateProfiles(
  database: Database,
  viewerId: string,
  ids: readonly string[],
): Promise<ProfileRow[]> {
  return database.query<ProfileRow>(sql`
    SELECT ${profileColumns(viewerId)} FROM users p ${withAccess(viewerId)}
    WHERE p.id = ANY(${ids}::uuid[]) AND ${canSeeProfile(viewerId, sql`p`)}`);
}

/** What a profile shows of a user, without relationships to the viewer. */
export type AuthorRow = Omit<
  ProfileRow,
  | 'isFollowing'
  | 'isFollowedBy'
  | 'isRequested'
  | 'isBlocked'
  | 'isMuted'
  | 'mutedUntil'
  | 'isNotifying'
  | 'areRepostsMuted'
  | 'isServerBlocked'
  | 'canSeeProfile'
  | 'isVerified'
> & {
  /** Whether visitors who are not signed in see the threads. */
  isShownOutside: boolean;
  isDiscoverable: boolean;
  movedToId: string | null;
};

/** Returns the same users as `hydrateProfiles`, for lists of threads. */
export function hydrateAuthors(
  database: Database,
  viewerId: string,
  ids: readonly string[],
): Promise<AuthorRow[]> {
  return selectAuthors(database, viewerId, sql`p.id = ANY(${ids}::uuid[])`);
}

/** Returns null for the same users as `findProfile`. */
export async function findAuthor(
  database: Database,
  viewerId: string,
  idOrUsername: string,
): Promise<AuthorRow | null> {
  const matches = matchesIdOrUsername(idOrUsername, sql`p`);
  if (matches === null) return null;
  const [row] = await selectAuthors(database, viewerId, matches);
  return row ?? null;
}

function selectAuthors(
  database: Database,
  viewerId: string,
  matches: Prisma.Sql,
): Promise<AuthorRow[]> {
  return database.query<AuthorRow>(sql`
    SELECT p.id, p.name, p.username, p.picture_key AS "pictureKey", p.banner_key AS "bannerKey",
      CASE WHEN is_visible THEN p.bio END AS bio,
      CASE WHEN is_visible THEN p.location END AS location,
      CASE WHEN is_visible THEN p.website END AS website,
    CASE WHEN is_visible THEN p.fields ELSE '[]' END AS fields,
      CASE WHEN is_visible THEN (
        SELECT pin.thread_id FROM pinned_threads pin JOIN threads pinned ON pinned.id = pin.thread_id
        WHERE pin.user_id = p.id AND pinned.deleted_at IS NULL
          AND ${isInAudience(viewerId, sql`pinned`)}) END AS "pinnedThreadId",
      p.is_private AS "isPrivate", p.followers_count AS "followersCount", p.following_count AS "followingCount",
      p.threads_count AS "threadsCount", p.is_bot AS "isBot", p.is_discoverable AS "isDiscoverable",
      is_visible AS "canViewThreads", is_visible AND ${sharesConnections(viewerId, sql`p`)} AS "canViewConnections",
      p.created_at AS "createdAt", p.moved_to_id AS "movedToId",
      ${canSeeThreadsBy(anonymousViewer, sql`p`)} AS "isShownOutside"
    FROM users p ${withAccess(viewerId)}
    WHERE ${matches} AND ${canSeeProfile(viewerId, sql`p`)}`);
}

/** Decides once for each user of the alias `p` whether their threads and details are visible. */
function withAccess(viewerId: string): Prisma.Sql {
  return sql`CROSS JOIN LATERAL (
    SELECT ${canSeeThreadsBy(viewerId, sql`p`)} AS is_visible OFFSET 0) access`;
}

/** Selects a `ProfileRow` from the alias `p` of `users` and `withAccess`. */
function profileColumns(viewerId: string): Prisma.Sql {
  const viewer = sql`${viewerId}::uuid`;
  return sql`${userColumns(viewerId, sql`p`, sql`is_visible`)}, p.banner_key AS "bannerKey",
    CASE WHEN is_visible THEN p.location END AS location,
    CASE WHEN is_visible THEN p.website END AS website,
    CASE WHEN is_visible THEN p.fields ELSE '[]' END AS fields,
    CASE WHEN is_visible THEN (
      SELECT pin.thread_id FROM pinned_threads pin JOIN threads pinned ON pinned.id = pin.thread_id
      WHERE pin.user_id = p.id AND pinned.deleted_at IS NULL
          AND ${isInAudience(viewerId, sql`pinned`)}) END AS "pinnedThreadId",
    p.following_count AS "followingCount", p.threads_count AS "threadsCount",
    ${isServerBlocked(viewerId, sql`p`)} AS "isServerBlocked",
    ${isBlockedBy(viewer, sql`p.id`)} AS "isBlocked", ${isMuted(viewerId, sql`p.id`)} AS "isMuted",
    (SELECT expires_at FROM mutes WHERE muter_id = ${viewer} AND muted_id = p.id
      AND expires_at > now()) AS "mutedUntil",
    ${existsUnique(sql`follows WHERE follower_id = ${viewer} AND followee_id = p.id AND is_notifying`)} AS "isNotifying",
    ${existsUnique(sql`repost_mutes WHERE muter_id = ${viewer} AND muted_id = p.id`)} AS "areRepostsMuted",
    p.is_bot AS "isBot", is_visible AS "canViewThreads",
    is_visible AND ${sharesConnections(viewerId, sql`p`)} AS "canViewConnections", p.created_at AS "createdAt"`;
}

/**
 * Matches a former username too. Null for an invalid id or username, which may contain characters that
 * PostgreSQL rejects.
 */
export function matchesIdOrUsername(idOrUsername: string, account: Prisma.Sql): Prisma.Sql | null {
  if (isId(idOrUsername)) return sql`${account}.id = ${idOrUsername}::uuid`;
  const username = idOrUsername.toLowerCase();
  return storedUsername.test(username)
    ? sql`${account}.id = ${selectIdByUsername(username)}`
    : null;
}

/** The name of a user for the viewer, or the name of an unknown user. */
export function visibleName(viewerId: string, account: Prisma.Sql): Prisma.Sql {
  return sql`CASE WHEN ${canSeeProfile(viewerId, account)} THEN ${account}.name ELSE ${unknownUser.name} END`;
}

/** The username of a user for the viewer, or that of an unknown user. */
export function visibleUsername(viewerId: string, account: Prisma.Sql): Prisma.Sql {
  return sql`CASE WHEN ${canSeeProfile(viewerId, account)}
    THEN ${account}.username ELSE ${unknownUser.username} END`;
}

/**
 * Selects a `UserRow` from an alias of `users`.
 * @param isVisible Whether the viewer may see the bio.
 */
export function userColumns(
  viewerId: string,
  user: Prisma.Sql,
  isVisible = canSeeThreadsBy(viewerId, user),
): Prisma.Sql {
  const viewer = sql`${viewerId}::uuid`;
  const id = sql`${user}.id`;
  return sql`
    ${id}, ${user}.name, ${user}.username, ${user}.picture_key AS "pictureKey",
    CASE WHEN ${user}.bio IS NOT NULL AND ${isVisible} THEN ${user}.bio END AS bio,
    ${user}.is_private AS "isPrivate", ${user}.is_verified AS "isVerified",
    ${user}.followers_count AS "followersCount",
    ${isFollowing(viewer, id)} AS "isFollowing", ${isFollowing(id, viewer)} AS "isFollowedBy",
    ${isRequested(viewer, id)} AS "isRequested", ${canSeeProfile(viewerId, user)} AS "canSeeProfile"`;
}

/** Whether one waits for the other's approval. */
export function isRequested(requester: Prisma.Sql, target: Prisma.Sql): Prisma.Sql {
  return existsUnique(sql`follow_requests
    WHERE requester_id = ${requester} AND target_id = ${target} AND status = 'pending'`);
}
