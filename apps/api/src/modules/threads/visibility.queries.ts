import { exists, Prisma } from '@skein/db';
import { isAuthorVisible, isFollowing, isPublicAuthor } from '../users/index.ts';

/**
 * Who sees what: the one rule, as SQL fragments that every read of threads is made of. They take
 * table aliases of the statement they stand in, so that a list filters before its LIMIT. What
 * concerns people alone stands in the users module.
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
export function isThreadVisible(viewerId: string | Prisma.Sql, aliases: ThreadAliases): Prisma.Sql {
  const { thread, author } = aliases;
  return Prisma.sql`(
    (${thread}.deleted_at IS NULL OR ${exists(Prisma.sql`threads WHERE parent_id = ${thread}.id`)})
    AND (${thread}.author_id IS NULL OR ${isAuthorVisible(viewerId, author)})
    AND (${thread}.root_id IS NULL OR ${exists(Prisma.sql`
      threads vroot LEFT JOIN users vrootauthor ON vrootauthor.id = vroot.author_id
      WHERE vroot.id = ${thread}.root_id
        AND (vroot.author_id IS NULL OR ${isAuthorVisible(viewerId, Prisma.sql`vrootauthor`)})`)}))`;
}

/** Whether everybody who is signed in may see a thread, blocks aside: for work that serves them all. */
export function isPublicThread(thread: Prisma.Sql): Prisma.Sql {
  const author = Prisma.sql`pauthor`;
  return Prisma.sql`(${thread}.deleted_at IS NULL
    AND ${exists(Prisma.sql`users pauthor
      WHERE pauthor.id = ${thread}.author_id AND ${isPublicAuthor(author)}`)}
    AND (${thread}.root_id IS NULL OR NOT ${exists(Prisma.sql`
      threads proot JOIN users pauthor ON pauthor.id = proot.author_id
      WHERE proot.id = ${thread}.root_id AND NOT ${isPublicAuthor(author)}`)}))`;
}

/**
 * Whether the viewer belongs to those whom `replyPermission` lets answer (for a root, in its whole
 * tree) and quote. The author always does.
 */
export function isAddressed(viewerId: string, thread: Prisma.Sql): Prisma.Sql {
  const viewer = Prisma.sql`${viewerId}::uuid`;
  const author = Prisma.sql`${thread}.author_id`;
  // One probe for both directions: a statement makes each of its probes ready at each run, whether
  // it is needed or not.
  const isFollowers = Prisma.sql`${thread}.reply_permission = 'FOLLOWERS'`;
  const follower = Prisma.sql`CASE WHEN ${isFollowers} THEN ${viewer} ELSE ${author} END`;
  const followee = Prisma.sql`CASE WHEN ${isFollowers} THEN ${author} ELSE ${viewer} END`;
  return Prisma.sql`(${author} IS NOT DISTINCT FROM ${viewer} OR CASE ${thread}.reply_permission
    WHEN 'ANYONE' THEN true
    WHEN 'MENTIONED_ONLY' THEN ${exists(
      Prisma.sql`thread_mentions WHERE thread_id = ${thread}.id AND user_id = ${viewer}`,
    )}
    ELSE ${isFollowing(follower, followee)}
  END)`;
}

/** Whether the viewer is one whom the root above a thread, or the thread as a root, lets answer. */
export function isReplyAllowed(viewerId: string, thread: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`CASE WHEN ${thread}.root_id IS NULL THEN ${isAddressed(viewerId, thread)}
    ELSE (SELECT ${isAddressed(viewerId, Prisma.sql`aroot`)}
      FROM threads aroot WHERE aroot.id = ${thread}.root_id) END`;
}

/** Whether the viewer may quote a thread: what a private account wrote only that account itself. */
export function isQuoteAllowed(viewerId: string, { thread, author }: ThreadAliases): Prisma.Sql {
  return Prisma.sql`((${author}.id = ${viewerId}::uuid OR NOT ${author}.is_private)
    AND ${isAddressed(viewerId, thread)})`;
}
