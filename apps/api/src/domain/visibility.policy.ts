/** The permissions of visibility.queries.ts for a loaded thread. */

/** What decides the viewer's permissions on a thread that they may see. */
export interface ThreadPermissions {
  deletedAt: Date | null;
  /** The viewer is the author. */
  isOwn: boolean;
  /** Null when the account no longer exists. */
  author: { isPrivate: boolean } | null;
  matchesReplyPermission: boolean;
  /** Null when the thread is a root itself. */
  matchesRootReplyPermission: boolean | null;
}

/** The permission of the root applies to replies at every level. */
export function canReply(thread: ThreadPermissions): boolean {
  const { deletedAt, matchesRootReplyPermission, matchesReplyPermission } = thread;
  return deletedAt === null && (matchesRootReplyPermission ?? matchesReplyPermission);
}

/** Threads of a private account can be reposted by their author only. */
export function canRepost({ deletedAt, isOwn, author }: ThreadPermissions): boolean {
  return deletedAt === null && (isOwn || author?.isPrivate === false);
}

/** Requires the right to repost, and the thread's own permission even when it is a reply. */
export function canQuote(thread: ThreadPermissions): boolean {
  return canRepost(thread) && thread.matchesReplyPermission;
}
