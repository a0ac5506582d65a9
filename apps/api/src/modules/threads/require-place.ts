import type { Thread } from '@skein/contracts/threads';
import { ForbiddenError, NotFoundError } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { ThreadPlace } from './thread-place.queries.ts';

type Read = (viewer: Viewer, threadId: string) => Promise<Thread>;

export function threadNotFound(): NotFoundError {
  return new NotFoundError('This thread does not exist, or you may not see it.');
}

/** The thread, unless all that is left of it is a place among its replies. */
export async function readPresent(read: Read, viewer: Viewer, threadId: string): Promise<Thread> {
  const thread = await read(viewer, threadId);
  if (thread.isDeleted) throw threadNotFound();
  return thread;
}

/**
 * @throws NotFoundError when what is answered or quoted is not to be seen, or deleted;
 *   ForbiddenError when it is, but is open to others only
 */
export async function requirePlace(read: Read, viewer: Viewer, place: ThreadPlace): Promise<void> {
  if (place.type === 'thread') return;
  const isReply = place.type === 'reply';
  const target = await readPresent(read, viewer, isReply ? place.parentId : place.quotedId);
  if (isReply ? target.canReply : target.canQuote) return;
  throw new ForbiddenError(
    `Who wrote this lets only some people ${isReply ? 'reply to' : 'quote'} it.`,
  );
}

/** @throws NotFoundError when it is not to be seen, or deleted; ForbiddenError when someone else's */
export async function requireOwn(read: Read, viewer: Viewer, threadId: string): Promise<void> {
  const { userId } = await readPresent(read, viewer, threadId);
  if (userId !== viewer.userId) throw new ForbiddenError('Only its author can do this.');
}
