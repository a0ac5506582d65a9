/* oxlint-disable max-lines -- Who may see and do what is read in one place. */
import { exists, existsUnique, Prisma } from '@skein/db';
import { anonymousViewer as anonymous } from '../platform/viewer.ts';

/**
 * Who may see and do what, as SQL fragments. Every query that depends on the state of an account or
 * on the relation of two users is composed of them, so a new account state is added here only. They
 * take aliases or columns of the surrounding statement, so that a list filters before its LIMIT.
 * The permissions on a loaded thread are also in visibility.policy.ts; a truth-table
 * test compares the two.
 */

const { sql } = Prisma;

/** The id of the viewer, or a column with it where one statement serves many viewers. */
type ViewerId = string | Prisma.Sql;

/**
 * A visitor who is not signed in: another site, a feed reader or a search engine. Sees public accounts
 * that are shown outside.
 */
export const anonymousViewer = anonymous.userId;

// Accounts. `user` and `author` are aliases of `users`.

/**
 * Whether an account is not suspended, deleted or waiting for approval. Both deleting an account and
 * waiting for approval also suspend it.
 */
export function isActive(user: Prisma.Sql): Prisma.Sql {
  return sql`${user}.suspended_at IS NULL`;
}

/** `isActive` for the `where` of a Prisma query on users. */
export const activeUser = { suspendedAt: null } as const;

/** Whether an account belongs to this server. Others have no email address, password or sessions. */
export function isLocal(user: Prisma.Sql): Prisma.Sql {
  return sql`(${user}.domain IS NULL)`;
}

/** The columns that the fragments read besides `id`, for a subquery that they are applied to. */
export function stateColumns(user: Prisma.Sql): Prisma.Sql {
  return sql`${user}.suspended_at, ${user}.is_private, ${user}.limited_at, ${user}.is_shown_outside, ${user}.domain`;
}

/**
 * Whether an account is not limited by a moderator, or the viewer follows it. Others do not find a
 * limited account, see its threads, or receive its notifications and messages.
 */
function isWithinLimit(viewerId: ViewerId, user: Prisma.Sql): Prisma.Sql {
  return sql`(${user}.limited_at IS NULL OR ${user}.id = ${viewerId}::uuid
    OR ${isFollowing(sql`${viewerId}::uuid`, sql`${user}.id`)})`;
}

/** Whether the user may publish and contact others, as far as moderators are concerned. */
export function canPublish(user: Prisma.Sql): Prisma.Sql {
  return sql`(${isActive(user)} AND NOT ${isFrozen(user)})`;
}

/** `canPublish` for the `where` of a Prisma query on users. */
export const publishingUser = { ...activeUser, frozenAt: null } as const;

/** Whether a moderator has stopped the user from publishing and contacting others. */
export function isFrozen(user: Prisma.Sql): Prisma.Sql {
  return sql`(${user}.frozen_at IS NOT NULL)`;
}

/** Whether everyone signed in may see the public threads of an account, apart from blocked users. */
export function isPublic(author: Prisma.Sql): Prisma.Sql {
  return sql`(NOT ${author}.is_private AND ${isActive(author)} AND ${author}.limited_at IS NULL)`;
}

/** Whether visitors who are not signed in may see an account and its threads. */
function isShownOutside(author: Prisma.Sql): Prisma.Sql {
  return sql`(${isPublic(author)} AND ${author}.is_shown_outside)`;
}

/** Whether a user may appear in lists, searches and mentions that the viewer reads. */
export function isListable(viewerId: ViewerId, user: Prisma.Sql): Prisma.Sql {
  if (viewerId === anonymousViewer) return isShownOutside(user);
  return sql`(${isActive(user)} AND NOT ${isBlockedBetween(viewerId, sql`${user}.id`)}
    AND ${isWithinLimit(viewerId, user)} AND NOT ${isServerBlocked(viewerId, user)})`;
}

/** Whether the viewer may see the followers and followees of a user whose threads they may see. */
export function sharesConnections(viewerId: ViewerId, user: Prisma.Sql): Prisma.Sql {
  return sql`(NOT ${user}.hides_connections OR ${user}.id = ${viewerId}::uuid)`;
}

/** Whether a user may appear in the viewer's notifications, apart from blocked and muted users. */
export function canNotify(viewerId: ViewerId, user: Prisma.Sql): Prisma.Sql {
  return sql`(${isActive(user)} AND ${isWithinLimit(viewerId, user)}
    AND NOT ${isServerBlocked(viewerId, user)})`;
}

/** Whether the viewer may see the profile of a user: also of one they have blocked themselves. */
export function canSeeProfile(viewerId: ViewerId, user: Prisma.Sql): Prisma.Sql {
  if (viewerId === anonymousViewer) return isShownOutside(user);
  return sql`(${isActive(user)} AND NOT ${isBlockedBy(sql`${user}.id`, sql`${viewerId}::uuid`)})`;
}

/** Whether the viewer has blocked a user whose profile they may see. */
export function canUnblock(viewerId: ViewerId, user: Prisma.Sql): Prisma.Sql {
  return sql`(${canSeeProfile(viewerId, user)}
    AND ${isBlockedBy(sql`${viewerId}::uuid`, sql`${user}.id`)})`;
}

/** Whether the viewer may see the profile of an author in full, and threads whose audience includes the viewer. */
export function canSeeThreadsBy(viewerId: ViewerId, author: Prisma.Sql): Prisma.Sql {
  if (viewerId === anonymousViewer) return isShownOutside(author);
  return sql`(${author}.id = ${viewerId}::uuid OR (
    ${isActive(author)}
    AND NOT ${isBlockedBetween(viewerId, sql`${author}.id`)}
    AND NOT ${isServerBlocked(viewerId, author)}
    AND (NOT (${author}.is_private OR ${author}.limited_at IS NOT NULL)
      OR ${isFollowing(sql`${viewerId}::uuid`, sql`${author}.id`)})))`;
}

/** Whether a moderator has limited the viewer's account. */
export function isLimited(viewerId: ViewerId): Prisma.Sql {
  return existsUnique(sql`users limited
    WHERE limited.id = ${viewerId}::uuid AND limited.limited_at IS NOT NULL`);
}

/**
 * Whether the viewer may send messages to a user. Depends on the user's `messagePermission`; a
 * private account with the default accepts them only from users that it follows. Users who have
 * written to the viewer always accept an answer. A limited viewer may write only to followers. Accounts of other
 * servers cannot choose here whose messages they accept; their servers decide.
 * The last parameter is for a statement that reads the viewer and the membership of the user.
 */
export function canMessage(
  viewerId: ViewerId,
  user: Prisma.Sql,
  {
    hasWritten = hasWrittenTo(viewerId, user),
    isLimitedViewer = isLimited(viewerId),
  }: { hasWritten?: Prisma.Sql; isLimitedViewer?: Prisma.Sql } = {},
): Prisma.Sql {
  const isOpen = sql`${user}.domain IS NOT NULL`;
  return sql`(${isActive(user)} AND NOT ${isBlockedBetween(viewerId, sql`${user}.id`)}
    AND NOT ${isServerBlocked(viewerId, user)}
    AND (${acceptsMessagesFrom(viewerId, user, { isOpen, isLimitedViewer })} OR ${hasWritten}))`;
}

function hasWrittenTo(viewerId: ViewerId, user: Prisma.Sql): Prisma.Sql {
  return existsUnique(sql`conversation_members written
    WHERE written.user_id = ${user}.id AND written.last_sent_seq > 0 AND written.conversation_id = (
      SELECT c.id FROM conversations c
      WHERE c.pair_key = ${selectPairKey(sql`${viewerId}::uuid`, sql`${user}.id`)})`);
}

/** The key of the direct conversation of two users. */
function selectPairKey(one: Prisma.Sql, other: Prisma.Sql): Prisma.Sql {
  return sql`(least(${one}, ${other}) || ':' || greatest(${one}, ${other}))`;
}

/** Whether the viewer may add a user of this server to a group: earlier messages do not matter. */
export function canAddToGroup(viewerId: ViewerId, user: Prisma.Sql): Prisma.Sql {
  return sql`(${isActive(user)} AND NOT ${isBlockedBetween(viewerId, sql`${user}.id`)}
    AND NOT ${isServerBlocked(viewerId, user)}
    AND ${acceptsMessagesFrom(viewerId, user)})`;
}

/** `isOpen`: the permission does not apply. Remote accounts have `nobody`. */
function acceptsMessagesFrom(
  viewerId: ViewerId,
  user: Prisma.Sql,
  { isOpen = sql`false`, isLimitedViewer = isLimited(viewerId) } = {},
): Prisma.Sql {
  return sql`((${user}.message_permission = 'requests' OR ${isOpen}
      OR ${user}.message_permission = 'everyone' AND NOT ${user}.is_private) AND NOT ${isLimitedViewer}
    OR (${user}.message_permission <> 'nobody' OR ${isOpen})
      AND ${isFollowing(sql`${user}.id`, sql`${viewerId}::uuid`)})`;
}

// Threads

/** Aliases of a row of `threads` and its author's row of `users`, which an outer join may lack. */
export interface ThreadAliases {
  thread: Prisma.Sql;
  author: Prisma.Sql;
}

/**
 * Whether the viewer may see a thread. This depends on its author and audience and, for a reply, also on
 * the author and audience of its root. A deleted thread stays visible under the same rule while it has replies.
 */
export function canSee(viewerId: ViewerId, { thread, author }: ThreadAliases): Prisma.Sql {
  return sql`(
    (${thread}.deleted_at IS NULL OR ${exists(sql`threads WHERE parent_id = ${thread}.id`)})
    AND ${canSeeUndeleted(viewerId, { thread, author })})`;
}

/**
 * `canSee` for a thread that the statement has found not to be deleted. For a root thread that is not
 * deleted, `canSeeThreadsBy` its author and `isInAudience` are sufficient. Both save subqueries, which
 * PostgreSQL initializes at each execution, even those that it does not evaluate.
 */
export function canSeeUndeleted(viewerId: ViewerId, { thread, author }: ThreadAliases): Prisma.Sql {
  return sql`(
    (${thread}.author_id IS NULL OR ${canSeeThreadsBy(viewerId, author)})
    AND ${isInAudience(viewerId, thread)}
    AND (${thread}.root_id IS NULL OR ${existsUnique(sql`
      threads vroot LEFT JOIN users vrootauthor ON vrootauthor.id = vroot.author_id
      WHERE vroot.id = ${thread}.root_id
        AND (vroot.author_id IS NULL OR ${canSeeThreadsBy(viewerId, sql`vrootauthor`)})`)}))`;
}

/**
 * Whether `canSeeThreadsBy` its author decides alone who may see a thread: a root that is not deleted, for everyone who
 * may see the author's threads. Most threads need no other subquery.
 */
export function dependsOnAuthorOnly(thread: Prisma.Sql): Prisma.Sql {
  return sql`(${thread}.root_id IS NULL AND ${thread}.deleted_at IS NULL
    AND ${thread}.author_id IS NOT NULL AND ${isForEveryone(thread)})`;
}

/**
 * Whether the audience of a thread and, for a reply, of its root includes the viewer: followers, mentioned
 * users, the author, and the author of the parent of a reply. A reply is never wider than its root, so
 * only one for a narrow audience needs the subquery.
 */
export function isInAudience(viewerId: ViewerId, thread: Prisma.Sql): Prisma.Sql {
  if (viewerId === anonymousViewer) return isForEveryone(thread);
  const viewer = sql`${viewerId}::uuid`;
  const isIncluded = sql`(part.author_id = ${viewer}
    OR (part.audience = 'followers' AND ${isFollowing(viewer, sql`part.author_id`)})
    OR ${existsUnique(sql`thread_mentions WHERE thread_id = part.id AND user_id = ${viewer}`)}
    OR ${existsUnique(sql`threads answered WHERE answered.id = part.parent_id AND answered.author_id = ${viewer}`)})`;
  // Stubs of deleted accounts have no content.
  return sql`(${isForEveryone(thread)} OR NOT ${exists(sql`threads part
    WHERE part.id IN (${thread}.id, ${thread}.root_id) AND part.author_id IS NOT NULL
      AND NOT ${isForEveryone(sql`part`)} AND NOT ${isIncluded}`)})`;
}

/** Whether the audience of a thread is everyone who may see the threads of its author. */
function isForEveryone(thread: Prisma.Sql): Prisma.Sql {
  return sql`(${thread}.audience IN ('public', 'unlisted'))`;
}

/** Whether public lists may contain a thread, as far as its author is public. */
export function isListedAudience(thread: Prisma.Sql): Prisma.Sql {
  return sql`(${thread}.audience = 'public')`;
}

/** Whether everyone signed in may see a thread, apart from blocked users. */
export function isOpenThread(thread: Prisma.Sql): Prisma.Sql {
  return sql`(${thread}.deleted_at IS NULL AND ${isForEveryone(thread)}
    AND ${existsUnique(sql`users pauthor
      WHERE pauthor.id = ${thread}.author_id AND ${isPublic(sql`pauthor`)}`)}
    AND (${thread}.root_id IS NULL OR NOT ${existsUnique(sql`
      threads proot JOIN users pauthor ON pauthor.id = proot.author_id
      WHERE proot.id = ${thread}.root_id AND NOT ${isPublic(sql`pauthor`)}`)}))`;
}

/** Whether public lists, counts and trends contain a thread. */
export function isPublicThread(thread: Prisma.Sql): Prisma.Sql {
  return sql`(${isListedAudience(thread)} AND ${isOpenThread(thread)})`;
}

/** Whether the `replyPermission` of a thread includes the viewer. It always includes the author. */
export function matchesReplyPermission(viewerId: string, thread: Prisma.Sql): Prisma.Sql {
  const viewer = sql`${viewerId}::uuid`;
  const author = sql`${thread}.author_id`;
  // One subquery for both directions: PostgreSQL initializes every subquery at each execution, even
  // one that it does not evaluate.
  const isFollowers = sql`${thread}.reply_permission = 'FOLLOWERS'`;
  const follower = sql`CASE WHEN ${isFollowers} THEN ${viewer} ELSE ${author} END`;
  const followee = sql`CASE WHEN ${isFollowers} THEN ${author} ELSE ${viewer} END`;
  return sql`(${author} IS NOT DISTINCT FROM ${viewer} OR CASE ${thread}.reply_permission
    WHEN 'ANYONE' THEN true
    WHEN 'MENTIONED_ONLY' THEN ${existsUnique(
      sql`thread_mentions WHERE thread_id = ${thread}.id AND user_id = ${viewer}`,
    )}
    ELSE ${isFollowing(follower, followee)}
  END)`;
}

/** Whether the viewer may reply to a visible thread: the permission of its root applies. */
export function canReply(viewerId: string, thread: Prisma.Sql): Prisma.Sql {
  return sql`CASE WHEN ${thread}.root_id IS NULL THEN ${matchesReplyPermission(viewerId, thread)}
    ELSE (SELECT ${matchesReplyPermission(viewerId, sql`aroot`)}
      FROM threads aroot WHERE aroot.id = ${thread}.root_id) END`;
}

/**
 * Whether the viewer may repost a visible thread. Only the author may repost one for followers or of a
 * private account, and nobody one for mentioned users.
 */
export function canRepost(viewerId: string, { thread, author }: ThreadAliases): Prisma.Sql {
  return sql`(CASE WHEN ${author}.id = ${viewerId}::uuid THEN ${thread}.audience <> 'mentioned'
    ELSE NOT ${author}.is_private AND ${isForEveryone(thread)} END)`;
}

/**
 * Whether the viewer may quote a visible thread: its own permission applies, also for a reply. Nobody may
 * quote one for followers or mentioned users.
 */
export function canQuote(viewerId: string, { thread, author }: ThreadAliases): Prisma.Sql {
  return sql`((${author}.id = ${viewerId}::uuid OR NOT ${author}.is_private) AND ${isForEveryone(thread)}
    AND ${matchesReplyPermission(viewerId, thread)})`;
}

// Relations between two users

/**
 * Whether one of the two has blocked the other. A statement that waits for the locks of both accounts
 * calls the function `is_blocked_between_now` of the database instead.
 */
export function isBlockedBetween(viewerId: ViewerId, userId: Prisma.Sql): Prisma.Sql {
  const viewer = sql`${viewerId}::uuid`;
  return sql`(${isBlockedBy(viewer, userId)} OR ${isBlockedBy(userId, viewer)})`;
}

/** Whether the first has blocked the second. */
export function isBlockedBy(blocker: Prisma.Sql, blocked: Prisma.Sql): Prisma.Sql {
  return existsUnique(sql`blocks WHERE blocker_id = ${blocker} AND blocked_id = ${blocked}`);
}

/**
 * Whether the viewer has blocked the server of an account. A function of the database, which costs nothing for the
 * accounts of this server: a subquery would be initialized at each execution.
 */
export function isServerBlocked(viewerId: ViewerId, user: Prisma.Sql): Prisma.Sql {
  return sql`(${user}.domain IS NOT NULL AND is_server_blocked(${viewerId}::uuid, ${user}.domain))`;
}

/**
 * The ids of the users that the viewer has blocked or that have blocked the viewer: the set of
 * `isBlockedBetween`, for statements that read it once instead of once per row.
 */
export function selectBlockedUsers(viewerId: string): Prisma.Sql {
  return sql`SELECT blocked_id AS id FROM blocks WHERE blocker_id = ${viewerId}::uuid
    UNION ALL SELECT blocker_id FROM blocks WHERE blocked_id = ${viewerId}::uuid`;
}

/** The ids of the users that the viewer has muted: the set of `isMuted`. */
export function selectMutedUsers(viewerId: string): Prisma.Sql {
  return sql`SELECT muted_id AS id FROM mutes
    WHERE muter_id = ${viewerId}::uuid AND ${isLastingMute(sql`mutes`)}`;
}

/** Whether the viewer has muted a user, who then is absent from feeds, search and notifications. */
export function isMuted(viewerId: ViewerId, userId: Prisma.Sql): Prisma.Sql {
  return existsUnique(sql`mutes WHERE muter_id = ${viewerId}::uuid AND muted_id = ${userId}
    AND ${isLastingMute(sql`mutes`)}`);
}

/**
 * Whether a mute still has an effect. It ends at its time for every reader, even before the background
 * job deletes its row.
 */
export function isLastingMute(mute: Prisma.Sql): Prisma.Sql {
  return sql`(${mute}.expires_at IS NULL OR ${mute}.expires_at > now())`;
}

/** Whether the first follows the second. A pending follow request does not count. */
export function isFollowing(follower: Prisma.Sql, followee: Prisma.Sql): Prisma.Sql {
  return existsUnique(sql`follows WHERE follower_id = ${follower} AND followee_id = ${followee}`);
}
