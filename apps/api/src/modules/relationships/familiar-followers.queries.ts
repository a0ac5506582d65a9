import { familiarFollowersMax } from '@skein/contracts/limits';
import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { canSeeThreadsBy, isListable, sharesConnections } from '../../domain/visibility.queries.ts';

const { sql } = Prisma;

/** Followers named for each user. */
const namedMax = 20;
/** Followees of the viewer that are looked up, the latest first. */
const followeesRead = 2000;

export interface FamiliarFollower {
  /** The followed user. */
  userId: string;
  followerId: string;
}

export interface NamedFollower {
  id: string;
  name: string;
  username: string;
  pictureKey: string | null;
  /** The number of familiar followers, also those beyond the limit. */
  total: number;
}

/**
 * The followees of the viewer that follow each of some users, as far as the viewer may see the followers
 * of that user.
 */
export function listFamiliarFollowers(
  database: Database,
  viewerId: string,
  userIds: readonly string[],
): Promise<FamiliarFollower[]> {
  return database.query<FamiliarFollower>(sql`
    WITH ${latestFollowees(viewerId)}
    SELECT target.id AS "userId", familiar.id AS "followerId"
    FROM users target CROSS JOIN LATERAL (
      SELECT follower.id ${familiarTo(viewerId, sql`target.id`)}
      ORDER BY follows.created_at DESC, follower.id LIMIT ${namedMax}::int
    ) familiar
    WHERE target.id = ANY (${userIds}::uuid[]) AND ${canSeeThreadsBy(viewerId, sql`target`)}`);
}

/** The latest followees of the viewer that follow a user, whose followers the viewer may see. */
export function findFamiliarFollowers(
  database: Database,
  viewerId: string,
  userId: string,
): Promise<NamedFollower[]> {
  return database.query<NamedFollower>(sql`
    WITH ${latestFollowees(viewerId)}
    SELECT follower.id, follower.name, follower.username, follower.picture_key AS "pictureKey",
      count(*) OVER ()::int AS total
    ${familiarTo(viewerId, sql`${userId}::uuid`)}
    ORDER BY follows.created_at DESC, follower.id LIMIT ${familiarFollowersMax}::int`);
}

function latestFollowees(viewerId: string): Prisma.Sql {
  return sql`mine AS MATERIALIZED (
    SELECT followee_id AS id FROM follows WHERE follower_id = ${viewerId}::uuid
    ORDER BY created_at DESC, followee_id DESC LIMIT ${followeesRead}::int
  )`;
}

function familiarTo(viewerId: string, userId: Prisma.Sql): Prisma.Sql {
  return sql`FROM mine JOIN follows ON follows.follower_id = mine.id AND follows.followee_id = ${userId}
    JOIN users follower ON follower.id = mine.id
    WHERE ${isListable(viewerId, sql`follower`)}
      AND (SELECT ${sharesConnections(viewerId, sql`owner`)} FROM users owner WHERE owner.id = ${userId})`;
}
