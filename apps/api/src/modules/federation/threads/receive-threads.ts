import type { Transaction } from '@skein/db';
import { ForbiddenError, NotFoundError } from '../../../platform/errors.ts';
import { toViewer } from '../../../platform/viewer.ts';
import { findFollowersUri } from '../actors/remote-actors.repository.ts';
import { preventEffect } from '../expiring-values.repository.ts';
import type { Loaders } from '../fedify.ts';
import { recordNothing } from '../inbox/received.ts';
import type { Received } from '../inbox/received.ts';
import { fetchThread, findParent, findThread, resolveQuote } from './fetch-threads.ts';
import type { Addresses } from '../identity/addresses.ts';
import { enqueueReplyResponse } from '../approvals/replies.queries.ts';
import { findQuote } from '../approvals/quotes.queries.ts';
import type { StoredQuote } from '../approvals/quotes.queries.ts';
import {
  deleteMessage,
  nameRecipients,
  receiveDirect,
  updateMessage,
} from '../messages/receive-direct.ts';
import type { DirectDependencies } from '../messages/receive-direct.ts';
import type { ThreadFetching } from './fetch-threads.ts';
import { haveSameHost, toAddress } from '../json-values.ts';
import { parseNote, parseVote, toAudience } from './parse-note.ts';
import type { RemoteNote } from './parse-note.ts';
import { hasLocalFollowers } from '../follows/synchronization.queries.ts';
import { findObject } from './notes.queries.ts';
import { storeNote, updateNote } from './store-note.ts';

export type ThreadDependencies = ThreadFetching & DirectDependencies;

/** The sender of a thread, and the record of the activity. */
type Delivered = Pick<Received, 'senderId' | 'loaders' | 'record'>;

/**
 * Stores a thread of an account that somebody here follows, that mentions somebody here, or that replies to or quotes a
 * known thread. A note for named accounts only may be a message. Replies and quotes that the author of
 * a local thread does not allow are rejected.
 * @throws ForbiddenError for a reply or quote that the author of the other thread does not allow; AlreadyReceived
 */
export async function receiveThread(deps: ThreadDependencies, received: Received): Promise<void> {
  const { document, senderId } = received;
  const note = readNote(received);
  if (note === null || (await findObject(deps.database, note.uri)) !== null) return;
  const isWanted =
    (await concernsThisServer(deps, document)) ||
    (await hasLocalFollowers(deps.database, senderId));
  if (!isWanted) return;
  const isDirect = toAudience(note, await findFollowersUri(deps.database, senderId)) === null;
  if (isDirect) return receiveDirect(deps, note, received);
  await storeOrReject(deps, note, received);
}

/** Stores a delivered thread, and informs the other server whether a reply to or quote of a local thread is allowed. */
async function storeOrReject(
  deps: ThreadFetching,
  note: RemoteNote,
  { record, ...sender }: Delivered,
): Promise<void> {
  const { senderId } = sender;
  const parentId = deps.addresses.parseObject(note.parentUri ?? undefined);
  const quotedId = deps.addresses.parseObject(note.quote?.uri);
  const respond = async (tx: Transaction, targetId: string | null, isRejected: boolean) => {
    await record(tx);
    if (targetId === null) return;
    const reply = { requestUri: null, replyUri: note.uri, targetId };
    await enqueueReplyResponse(tx, reply, { senderId, isRejected });
  };
  try {
    const recordStored = (tx: Transaction) => respond(tx, parentId, false);
    await storeDelivered(deps, note, { ...sender, record: recordStored });
  } catch (error) {
    if (!(error instanceof ForbiddenError)) throw error;
    const targetId = error.userMessage === 'error.quoteForbidden' ? quotedId : parentId;
    await deps.database.$transaction((tx) => respond(tx, targetId, true));
    throw error;
  }
}

/** Stores a thread that another server has sent. @throws as `receiveThread` */
export async function storeDelivered(
  deps: ThreadFetching,
  note: RemoteNote,
  { senderId, loaders, record }: Delivered,
): Promise<void> {
  const audience = toAudience(note, await findFollowersUri(deps.database, senderId));
  if (audience === null) throw new ForbiddenError('error.quoteForbidden');
  const parentId = await findParent(deps, note, loaders);
  const quotedId = await findQuotedThread(deps, note, loaders);
  const quote = await resolveQuote(deps, note, { quotedId, authorId: senderId, loaders });
  if (quote?.state === 'forbidden') throw new ForbiddenError('error.quoteForbidden');
  const storing = { authorId: senderId, audience, parentId, quote, isFetched: false, record };
  if ((await storeNote(deps, note, storing)) !== null || parentId === null) return;
  await requireReplyAllowed(deps, senderId, parentId);
}

async function findQuotedThread(
  deps: ThreadFetching,
  { quote }: RemoteNote,
  loaders: Loaders,
): Promise<string | null> {
  if (quote === null) return null;
  return (await findThread(deps, quote.uri)) ?? fetchThread(deps, quote.uri, loaders);
}

/** Explains why a reply was not stored. @throws ForbiddenError */
async function requireReplyAllowed(
  { threads }: ThreadFetching,
  senderId: string,
  parentId: string,
): Promise<void> {
  try {
    await threads.requireTarget(toViewer(senderId), { type: 'reply', parentId });
  } catch (error) {
    // The parent was deleted, or the sender may not see it.
    if (!(error instanceof NotFoundError)) throw error;
  }
}

/** Replaces the text of a stored thread or message of the sender. The author of a quoted thread may have approved the quote. */
export async function updateThread(deps: ThreadDependencies, received: Received): Promise<void> {
  const { senderId, loaders, record } = received;
  const note = readNote(received);
  if (note === null) return;
  const stored = await findObject(deps.database, note.uri);
  if (stored === null) return updateMessage(deps, note, received);
  if (stored.authorId !== senderId) return;
  const { threadId } = stored;
  const isDirect = toAudience(note, await findFollowersUri(deps.database, senderId)) === null;
  const addressedNote = isDirect ? await nameRecipients(deps, note) : note;
  // Before the activity is recorded, so that its repetition after an interruption approves the quote.
  const quote = await findQuote(deps.database, threadId);
  if (quote?.isApproved === false) await updateQuote(deps, note, { quote, loaders });
  await updateNote(deps, addressedNote, { id: threadId, authorId: senderId, record });
}

/** Shows the quoted thread if its author has approved the quote since. */
async function updateQuote(
  deps: ThreadFetching,
  note: RemoteNote,
  { quote, loaders }: { quote: StoredQuote; loaders: Loaders },
): Promise<void> {
  const { threadId, authorId, quotedId } = quote;
  if ((await findThread(deps, note.quote?.uri ?? '')) !== quotedId) return;
  const classified = await resolveQuote(deps, note, { quotedId, authorId, loaders });
  if (classified?.state !== 'approved') return;
  const { authorizationUri } = classified;
  const approval = { threadId, authorId, authorizationUri };
  await deps.threads.approveRemoteQuote(approval, recordNothing);
}

/** Deletes a thread or message of the sender. If it is unknown, it has no effect when it arrives later. */
export async function deleteThread(deps: ThreadDependencies, received: Received): Promise<void> {
  const { database, clock } = deps;
  const { objectUri, senderUri, record } = received;
  if (objectUri === undefined || !haveSameHost(objectUri, senderUri)) return;
  if (await deleteStored(deps, received, objectUri)) return;
  const isPrevented = await database.$transaction(async (tx) => {
    // This waits for a server that is storing the thread.
    if (!(await preventEffect(tx, objectUri, clock.now()))) return false;
    await record(tx);
    return true;
  });
  if (!isPrevented) await deleteStored(deps, received, objectUri);
}

/** Returns false if there is no such thread or message. */
async function deleteStored(
  deps: ThreadDependencies,
  { senderId, record }: Received,
  uri: string,
): Promise<boolean> {
  const stored = await findObject(deps.database, uri);
  if (stored === null) return deleteMessage(deps, { uri, senderId }, record);
  if (stored.authorId === senderId) {
    await deps.threads.deleteRemote({ threadId: stored.threadId, authorId: senderId }, record);
  }
  return true;
}

/**
 * Whether an activity mentions an account of this server, quotes a thread of it, or is about a thread that this server
 * knows.
 */
export async function concernsThisServer(
  deps: Pick<ThreadFetching, 'database' | 'addresses'>,
  document: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const { addresses, database } = deps;
  const note = parseNote(document['object']);
  const objectUri = toAddress(document['object']);
  if (note !== null && namesThisServer(note, addresses)) return true;
  const pollUri = parseVote(document['object'])?.pollUri;
  const targets = [note?.parentUri, pollUri, note === null ? objectUri : null];
  for (const uri of targets) {
    if (uri === null || uri === undefined) continue;
    if (addresses.parseObject(uri) !== null || (await findObject(database, uri)) !== null)
      return true;
  }
  return false;
}

function namesThisServer(note: RemoteNote, addresses: Addresses): boolean {
  const { recipients, mentions, quote } = note;
  if (addresses.parseObject(quote?.uri) !== null) return true;
  const namedUris = [...recipients, ...mentions.map(({ href }) => href)];
  return namedUris.some((uri) => addresses.parseActor(uri) !== null);
}

/** The thread in an activity; null unless it belongs to the sender. */
function readNote({ senderUri, document }: Received): RemoteNote | null {
  const note = parseNote(document['object']);
  return note?.authorUri === senderUri && haveSameHost(note.uri, senderUri) ? note : null;
}
