/** The permissions of visibility.queries.ts for a loaded thread. */

import type { Audience } from '@skein/contracts/threads';

/** What decides the viewer's permissions on a thread that they may see. */
export interface ThreadPermissions {
  deletedAt: Date | null;
  /** The viewer is the author. */
  isOwn: boolean;
  audience: Audience;
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

/** A thread for followers or of a private account can be reposted only by its author. */
export function canRepost(thread: ThreadPermissions): boolean {
  const { deletedAt, isOwn, author, audience } = thread;
  if (deletedAt !== null || audience === 'mentioned') return false;
  return isOwn || (author?.isPrivate === false && isForEveryone(thread));
}

/** Requires the right to repost, and the thread's own permission even when it is a reply. */
export function canQuote(thread: ThreadPermissions): boolean {
  return canRepost(thread) && isForEveryone(thread) && thread.matchesReplyPermission;
}

const isForEveryone = ({ audience }: ThreadPermissions) =>
  audience === 'public' || audience === 'unlisted';
