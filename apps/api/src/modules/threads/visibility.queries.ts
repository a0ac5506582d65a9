import { Prisma } from '@skein/db';

/**
 * Who sees what: the one rule, as SQL fragments that every read of threads is made of. They take
 * table aliases of the statement they stand in, so that a list filters before its LIMIT.
 */

/** Aliases of a row of `threads` and of its author's row of `users` (outer join: it may be gone). */
export interface ThreadAliases {
  thread: Prisma.Sql;
  author: Prisma.Sql;
}

/**
 * A thread is visible to its author; to everyone signed in while its author is public; to approved
 * followers while its author is private; never across a block; a suspended author's only to
 * themselves. A reply needs its own author and its root's. What is left of a deleted thread is
 * visible by the same rule while replies stand below it.
 */
export function isThreadVisible(viewerId: string, aliases: ThreadAliases): Prisma.Sql {
  const { thread, author } = aliases;
  return Prisma.sql`(
    (${thread}.deleted_at IS NULL OR ${exists(Prisma.sql`threads WHERE parent_id = ${thread}.id`)})
    AND (${thread}.author_id IS NULL OR ${isAuthorVisible(viewerId, author)})
    AND (${thread}.root_id IS NULL OR ${exists(Prisma.sql`
      threads vroot LEFT JOIN users vrootauthor ON vrootauthor.id = vroot.author_id
      WHERE vroot.id = ${thread}.root_id
        AND (vroot.author_id IS NULL OR ${isAuthorVisible(viewerId, Prisma.sql`vrootauthor`)})`)}))`;
}

/** Whether what a person publishes is visible to the viewer. */
export function isAuthorVisible(viewerId: string, author: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(${author}.id = ${viewerId}::uuid OR (
    ${author}.suspended_at IS NULL
    AND NOT ${isBlockedBetween(viewerId, Prisma.sql`${author}.id`)}
    AND (NOT ${author}.is_private OR ${isFollowing(Prisma.sql`${viewerId}::uuid`, Prisma.sql`${author}.id`)})))`;
}

/** Whether one of the two blocked the other. */
export function isBlockedBetween(viewerId: string, personId: Prisma.Sql): Prisma.Sql {
  const viewer = Prisma.sql`${viewerId}::uuid`;
  return Prisma.sql`(
    ${exists(Prisma.sql`blocks WHERE blocker_id = ${viewer} AND blocked_id = ${personId}`)}
    OR ${exists(Prisma.sql`blocks WHERE blocker_id = ${personId} AND blocked_id = ${viewer}`)})`;
}

/** Whether the viewer muted a person: kept out of feeds, search and notifications, not of sight. */
export function isMuted(viewerId: string, personId: Prisma.Sql): Prisma.Sql {
  return exists(Prisma.sql`mutes WHERE muter_id = ${viewerId}::uuid AND muted_id = ${personId}`);
}

/**
 * Whether the viewer belongs to those whom `replyPermission` lets answer (for a root, in its whole
 * tree) and quote. The author always does.
 */
export function isAddressed(viewerId: string, thread: Prisma.Sql): Prisma.Sql {
  const viewer = Prisma.sql`${viewerId}::uuid`;
  const author = Prisma.sql`${thread}.author_id`;
  return Prisma.sql`(${author} IS NOT DISTINCT FROM ${viewer} OR CASE ${thread}.reply_permission
    WHEN 'ANYONE' THEN true
    WHEN 'FOLLOWERS' THEN ${isFollowing(viewer, author)}
    WHEN 'FOLLOWING' THEN ${isFollowing(author, viewer)}
    WHEN 'MENTIONED_ONLY' THEN ${exists(
      Prisma.sql`thread_mentions WHERE thread_id = ${thread}.id AND user_id = ${viewer}`,
    )}
  END)`;
}

/**
 * An EXISTS that stays one probe of an index. The plain form PostgreSQL may turn into a hash of
 * everything the viewer, or even everybody, has there.
 */
export function exists(rows: Prisma.Sql): Prisma.Sql {
  // Not IS NOT NULL, which the planner takes to be nearly always true.
  return Prisma.sql`coalesce((SELECT true FROM ${rows} LIMIT 1), false)`;
}

function isFollowing(follower: Prisma.Sql, followee: Prisma.Sql): Prisma.Sql {
  return exists(Prisma.sql`follows WHERE follower_id = ${follower} AND followee_id = ${followee}`);
}
