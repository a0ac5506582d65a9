import { exists, Prisma } from '@skein/db';

/**
 * Who sees whom: SQL fragments that take aliases or columns of the statement they stand in. The
 * viewer may be a column as well, where a statement serves many. What of a thread follows from
 * them stands in the threads module.
 */

/** A visitor who is not signed in: follows nobody, is blocked by nobody, sees only what is public. */
export const anonymousViewer = Prisma.sql`NULL`;

/** Whether what a person publishes is visible to the viewer. */
export function isAuthorVisible(viewerId: string | Prisma.Sql, author: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(${author}.id = ${viewerId}::uuid OR (
    ${author}.suspended_at IS NULL
    AND NOT ${isBlockedBetween(viewerId, Prisma.sql`${author}.id`)}
    AND (NOT ${author}.is_private OR ${isFollowing(Prisma.sql`${viewerId}::uuid`, Prisma.sql`${author}.id`)})))`;
}

/** Whether everybody who is signed in may see what a person publishes, blocks aside. */
export function isPublicAuthor(author: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(NOT ${author}.is_private AND ${author}.suspended_at IS NULL)`;
}

/** Whether one of the two blocked the other. */
export function isBlockedBetween(viewerId: string | Prisma.Sql, personId: Prisma.Sql): Prisma.Sql {
  const viewer = Prisma.sql`${viewerId}::uuid`;
  return Prisma.sql`(${isBlockedBy(viewer, personId)} OR ${isBlockedBy(personId, viewer)})`;
}

/** Whether the first blocked the second. */
export function isBlockedBy(blocker: Prisma.Sql, blocked: Prisma.Sql): Prisma.Sql {
  return exists(Prisma.sql`blocks WHERE blocker_id = ${blocker} AND blocked_id = ${blocked}`);
}

/** Whether the viewer muted a person: kept out of feeds, search and notifications, not of sight. */
export function isMuted(viewerId: string | Prisma.Sql, personId: Prisma.Sql): Prisma.Sql {
  return exists(Prisma.sql`mutes WHERE muter_id = ${viewerId}::uuid AND muted_id = ${personId}`);
}

/** Whether one follows the other, approved where that is needed. */
export function isFollowing(follower: Prisma.Sql, followee: Prisma.Sql): Prisma.Sql {
  return exists(Prisma.sql`follows WHERE follower_id = ${follower} AND followee_id = ${followee}`);
}
