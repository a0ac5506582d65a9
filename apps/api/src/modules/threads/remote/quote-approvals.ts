import type { Database } from '@skein/db';
import { enqueueThreadUpdate } from '../../../domain/events/federation-writer.queries.ts';
import { publishNotificationChanges } from '../../../domain/events/publish-notification-changes.ts';
import { publishThreadChange } from '../../../domain/events/publish-thread-change.ts';
import { ForbiddenError } from '../../../platform/errors.ts';
import type { Bus } from '../../../platform/events/bus.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { detachFromQuote } from '../editing/author-control.repository.ts';
import type { ThreadReader } from '../reading/read-threads.ts';
import { requireTarget } from '../reading/require-thread.ts';
import type { ThreadTarget } from '../reading/thread-target.queries.ts';
import type { RecordChange } from './remote-threads.ts';
import { approveQuote, isRemoteThread, setRejected } from './quote-approvals.repository.ts';

interface TargetDependencies {
  database: Database;
  isFederated: boolean;
  reader: Pick<ThreadReader, 'get'>;
}

/**
 * The quoted thread, if its author on another server must approve the quote.
 * @throws NotFoundError and ForbiddenError for a thread of another server that the viewer may not quote
 */
export async function findUnapproved(
  { database, isFederated, reader }: TargetDependencies,
  viewer: Viewer,
  target: ThreadTarget,
): Promise<string | null> {
  if (target.type !== 'quote' || !(await isRemoteThread(database, target.quotedId))) return null;
  await requireTarget(reader.get, viewer, target);
  if (!isFederated) throw new ForbiddenError('error.quoteForbidden');
  return target.quotedId;
}

interface Dependencies {
  database: Database;
  bus: Pick<Bus, 'publish'>;
}

/** A quote, if the quoting or the quoted thread is of another server. */
export interface RemoteQuote {
  threadId: string;
  /** The author of the quote. */
  authorId: string;
}

/** The author of the quoted thread has approved a quote. A repetition changes nothing. */
export async function approveRemoteQuote(
  { database, bus }: Dependencies,
  { threadId, authorId, authorizationUri }: RemoteQuote & { authorizationUri: string | null },
  record: RecordChange,
): Promise<void> {
  const recipientIds = await database.$transaction(async (tx) => {
    await record(tx);
    const recipients = await approveQuote(tx, { threadId, authorizationUri });
    if (recipients !== null) await enqueueThreadUpdate(tx, threadId);
    return recipients;
  });
  if (recipientIds === null) return;
  publishNotificationChanges(bus, recipientIds);
  publishThreadChange(bus, { change: 'edited', threadId, actorId: authorId });
}

/** The author of the quoted thread has not approved a quote. */
export async function rejectRemoteQuote(
  { database, bus }: Dependencies,
  { threadId, authorId }: RemoteQuote,
  record: RecordChange,
): Promise<void> {
  const isChanged = await database.$transaction(async (tx) => {
    await record(tx);
    if (!(await setRejected(tx, threadId))) return false;
    await enqueueThreadUpdate(tx, threadId);
    return true;
  });
  if (isChanged) publishThreadChange(bus, { change: 'edited', threadId, actorId: authorId });
}

/** The author of the quoted thread removes it from a quote. */
export async function revokeRemoteQuote(
  { database, bus }: Dependencies,
  {
    threadId,
    authorId,
    quotedId,
    quotedAuthorId,
  }: RemoteQuote & { quotedId: string; quotedAuthorId: string },
  record: RecordChange,
): Promise<void> {
  const quote = { quoteId: threadId, quotedId, quotedAuthorId };
  const recipientIds = await detachFromQuote(database, quote, async (tx) => {
    await record(tx);
    await enqueueThreadUpdate(tx, threadId);
  });
  publishNotificationChanges(bus, recipientIds);
  publishThreadChange(bus, { change: 'edited', threadId, actorId: authorId });
}
