import type { Thread } from '@skein/contracts/threads';
import { ForbiddenError, NotFoundError } from '../../../platform/errors.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { ThreadTarget } from './thread-target.queries.ts';

type Read = (viewer: Viewer, threadId: string) => Promise<Thread>;

export function threadNotFound(): NotFoundError {
  return new NotFoundError('error.threadNotFound');
}

/** @throws NotFoundError also for a stub */
export async function requireExisting(
  read: Read,
  viewer: Viewer,
  threadId: string,
): Promise<Thread> {
  const thread = await read(viewer, threadId);
  if (thread.isDeleted) throw threadNotFound();
  return thread;
}

/**
 * Checks that the viewer may reply to or quote the target.
 * @throws NotFoundError when they may not see it, or it is deleted; ForbiddenError
 */
export async function requireTarget(
  read: Read,
  viewer: Viewer,
  target: ThreadTarget,
): Promise<void> {
  if (target.type === 'thread') return;
  const isReply = target.type === 'reply';
  const thread = await requireExisting(read, viewer, isReply ? target.parentId : target.quotedId);
  if (isReply ? thread.canReply : thread.canQuote) return;
  throw new ForbiddenError(isReply ? 'error.replyForbidden' : 'error.quoteForbidden');
}

/** @throws NotFoundError; ForbiddenError for a thread of another user */
export async function requireAuthor(read: Read, viewer: Viewer, threadId: string): Promise<void> {
  const { userId } = await requireExisting(read, viewer, threadId);
  if (userId !== viewer.userId) throw new ForbiddenError('error.authorOnly');
}
