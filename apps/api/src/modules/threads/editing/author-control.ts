import type { ReplyPermission, Thread } from '@skein/contracts/threads';
import type { Database } from '@skein/db';
import { enqueueThreadUpdate } from '../../../domain/events/federation-writer.queries.ts';
import { enqueueQuoteRevocations } from '../../../domain/events/quote-writer.queries.ts';
import { publishNotificationChanges } from '../../../domain/events/publish-notification-changes.ts';
import { publishThreadChange } from '../../../domain/events/publish-thread-change.ts';
import type { Bus } from '../../../platform/events/bus.ts';
import { ForbiddenError } from '../../../platform/errors.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import {
  deletePin,
  detachFromQuote,
  updateHidden,
  updateReplyPermission,
  upsertPin,
} from './author-control.repository.ts';
import type { ThreadReader } from '../reading/read-threads.ts';
import { requireAuthor, requireExisting, threadNotFound } from '../reading/require-thread.ts';

interface Dependencies {
  database: Database;
  bus: Pick<Bus, 'publish'>;
  reader: Pick<ThreadReader, 'get'>;
  /** Whether other servers are informed. */
  isFederated: boolean;
}

type WithoutBus = Omit<Dependencies, 'bus' | 'isFederated'>;

/** @throws NotFoundError; ForbiddenError for a thread of another user */
export async function setReplyPermission(
  { database, reader, isFederated }: Omit<Dependencies, 'bus'>,
  viewer: Viewer,
  threadId: string,
  replyPermission: ReplyPermission,
): Promise<Thread> {
  await requireAuthor(reader.get, viewer, threadId);
  const own = { threadId, authorId: viewer.userId };
  const isUpdated = await database.$transaction(async (tx) => {
    if (!(await updateReplyPermission(tx, own, replyPermission))) return false;
    if (isFederated) await enqueueThreadUpdate(tx, threadId);
    return true;
  });
  if (!isUpdated) throw threadNotFound();
  return requireExisting(reader.get, viewer, threadId);
}

/** @throws NotFoundError; ForbiddenError for a reply or a thread of another user */
export async function pinThread(
  { database, reader }: WithoutBus,
  viewer: Viewer,
  threadId: string,
): Promise<void> {
  const { userId, threadType } = await requireExisting(reader.get, viewer, threadId);
  if (userId !== viewer.userId) throw new ForbiddenError('error.authorOnly');
  if (threadType === 'reply') throw new ForbiddenError('error.pinReply');
  const isPinned = await upsertPin(database, { threadId, authorId: viewer.userId });
  if (!isPinned) throw threadNotFound();
}

/** @throws NotFoundError; ForbiddenError for a thread of another user */
export async function unpinThread(
  { database, reader }: WithoutBus,
  viewer: Viewer,
  threadId: string,
): Promise<void> {
  await requireAuthor(reader.get, viewer, threadId);
  await deletePin(database, { threadId, authorId: viewer.userId });
}

/**
 * Hides a reply to the viewer's thread, or shows it again.
 * @throws NotFoundError; ForbiddenError unless it is a reply of another user to the viewer's thread
 */
export async function setReplyHidden(
  { database, reader }: WithoutBus,
  viewer: Viewer,
  replyId: string,
  isHidden: boolean,
): Promise<Thread> {
  const reply = await requireExisting(reader.get, viewer, replyId);
  if (!reply.canHide) throw new ForbiddenError('error.hideForbidden');
  if (reply.isHidden !== isHidden) {
    await updateHidden(database, { replyId, rootAuthorId: viewer.userId }, isHidden);
  }
  return requireExisting(reader.get, viewer, replyId);
}

/**
 * Removes the viewer's thread from a quote. A repetition changes nothing.
 * @throws NotFoundError; ForbiddenError when the quoted thread is not the viewer's
 */
export async function detachQuote(
  { database, bus, reader, isFederated }: Dependencies,
  viewer: Viewer,
  quoteId: string,
): Promise<Thread> {
  const quote = await requireExisting(reader.get, viewer, quoteId);
  if (quote.quoteState === 'revoked') return quote;
  const { quotedThread } = quote;
  if (quotedThread === null || quotedThread.userId !== viewer.userId) {
    throw new ForbiddenError('error.detachForbidden');
  }
  const quoted = { quotedId: quotedThread.id, quotedAuthorId: viewer.userId };
  const recipientIds = await detachFromQuote(database, { quoteId, ...quoted }, async (tx) => {
    if (!isFederated) return;
    await enqueueQuoteRevocations(tx, viewer.userId, [quoteId]);
    await enqueueThreadUpdate(tx, quoteId);
  });
  publishNotificationChanges(bus, recipientIds);
  if (quote.userId !== null) {
    publishThreadChange(bus, { change: 'edited', threadId: quoteId, actorId: quote.userId });
  }
  return requireExisting(reader.get, viewer, quoteId);
}
