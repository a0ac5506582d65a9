import { ForbiddenError } from '../../../platform/errors.ts';
import { findFollowersUri } from '../actors/remote-actors.repository.ts';
import { AlreadyReceived } from '../expiring-values.repository.ts';
import { recordNothing } from '../inbox/received.ts';
import type { Received } from '../inbox/received.ts';
import { loadNote } from '../threads/fetch-threads.ts';
import type { ThreadFetching } from '../threads/fetch-threads.ts';
import { haveSameHost, toAddress, toList, toObject } from '../json-values.ts';
import { parseNote, toAudience } from '../threads/parse-note.ts';
import { storeDelivered } from '../threads/receive-threads.ts';
import { findObject } from '../threads/notes.queries.ts';
import { approveReply, enqueueReplyResponse, withdrawReplyApproval } from './replies.queries.ts';

/** The author of a thread on another server approves a reply of a local user. Returns false for other responses. */
export async function acceptReply(
  deps: ThreadFetching,
  { uri, document, senderUri, senderId, record }: Received,
): Promise<boolean> {
  const replyId = readReply(deps, document);
  if (replyId === null) return false;
  // GoToSocial before version 0.19 names no authorization, but serves the response as one.
  const authorizationUri = toAddress(document['result']) ?? uri;
  if (!haveSameHost(authorizationUri, senderUri)) return true;
  await deps.database.$transaction(async (tx) => {
    await record(tx);
    await approveReply(tx, { replyId, approverId: senderId, authorizationUri });
  });
  return true;
}

/** The author of a thread or conversation on another server rejects a reply of a local user. Returns false for others. */
export async function rejectReply(
  deps: ThreadFetching,
  { document, senderId, record }: Received,
): Promise<boolean> {
  const replyId = readReply(deps, document);
  if (replyId === null) return false;
  await deps.database.$transaction(async (tx) => {
    await record(tx);
    await withdrawReplyApproval(tx, replyId, senderId);
  });
  return true;
}

/** The reply in a response, which names or contains the reply or its request. */
function readReply({ addresses }: ThreadFetching, document: Received['document']): string | null {
  const request = toObject(document['object']);
  const uri = toAddress(document['object']) ?? undefined;
  const replyId = addresses.parseReplyRequest(uri) ?? addresses.parseObject(uri);
  if (replyId !== null || !toList(request['type']).includes('ReplyRequest')) return replyId;
  return addresses.parseObject(toAddress(request['instrument']) ?? undefined);
}

/**
 * Another server asks to reply to a local thread. It is answered at once, by the permission of the conversation. The
 * reply is stored first.
 */
export async function receiveReplyRequest(deps: ThreadFetching, received: Received): Promise<void> {
  const { uri, document, senderUri, senderId, record } = received;
  const targetUri = toAddress(document['object']) ?? '';
  const targetId = deps.addresses.parseObject(targetUri);
  const replyUri = toAddress(document['instrument']);
  if (targetId === null || replyUri === null || !haveSameHost(replyUri, senderUri)) return;
  if (!(await storeReply(deps, received, { replyUri, targetUri }))) return;
  await deps.database.$transaction(async (tx) => {
    await record(tx);
    const reply = { requestUri: uri, replyUri, targetId };
    await enqueueReplyResponse(tx, reply, { senderId, isRejected: false });
  });
}

/** Returns false for something else than a reply of the sender. A reply that is not allowed is not stored. */
async function storeReply(
  deps: ThreadFetching,
  { document, senderUri, senderId, loaders }: Received,
  { replyUri, targetUri }: Record<'replyUri' | 'targetUri', string>,
): Promise<boolean> {
  const stored = await findObject(deps.database, replyUri);
  if (stored !== null) return stored.authorId === senderId;
  const note = parseNote(document['instrument']) ?? (await loadNote(deps, replyUri, loaders));
  if (note?.authorUri !== senderUri || note.parentUri !== targetUri) return false;
  // A reply for named accounts only may be a message: it needs no response.
  if (toAudience(note, await findFollowersUri(deps.database, senderId)) === null) return false;
  try {
    await storeDelivered(deps, note, { senderId, loaders, record: recordNothing });
  } catch (error) {
    // In the second case, another server has received the reply at the same moment.
    const isDecided = error instanceof ForbiddenError || error instanceof AlreadyReceived;
    if (!isDecided) throw error;
  }
  return true;
}
