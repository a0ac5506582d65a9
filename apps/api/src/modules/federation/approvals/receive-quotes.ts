import { createRecord, recordNothing } from '../inbox/received.ts';
import type { Received } from '../inbox/received.ts';
import { AlreadyReceived } from '../expiring-values.repository.ts';
import { isQuotable } from '../../threads/index.ts';
import { fetchThread, findThread } from '../threads/fetch-threads.ts';
import type { ThreadFetching } from '../threads/fetch-threads.ts';
import { toAddress, toList, toObject } from '../json-values.ts';
import { storeDelivered, tryParse } from '../threads/receive-threads.ts';
import { isAuthorized } from './classify-quote.ts';
import { enqueueResponse, findQuote, findQuoted, listApprovedQuotes } from './quotes.queries.ts';
import type { QuotedThread, QuoteRequestAddresses, StoredQuote } from './quotes.queries.ts';

/**
 * A request to quote a thread, the response to one, or the withdrawal of an approval.
 * @returns false for other activities
 */
export async function handleQuoteActivity(
  deps: ThreadFetching,
  received: Received,
): Promise<boolean> {
  const { Accept, Delete, QuoteRequest, Reject } = await import('../fedify.ts');
  const { activity } = received;
  if (activity instanceof QuoteRequest) await receiveRequest(deps, received);
  else if (activity instanceof Delete) return withdrawApproval(deps, received);
  else if (activity instanceof Accept || activity instanceof Reject)
    return receiveResponse(deps, received, activity instanceof Accept);
  else return false;
  return true;
}

/** Another server asks to quote a local thread. It is answered at once, by the permission of the thread. */
async function receiveRequest(deps: ThreadFetching, received: Received): Promise<void> {
  const { database } = deps;
  const { activity, senderId } = received;
  const request = readRequest(deps, received);
  const quoted = request && (await findQuoted(database, request.quotedId));
  if (request === null || quoted?.uri !== null) return;
  const isAllowed = await isQuotable(database, quoted.id, senderId);
  const threadId = isAllowed ? await findOrStoreQuote(deps, received, request.quoteUri) : null;
  if (isAllowed && threadId === null) return;
  const quote = threadId === null ? null : await findQuote(database, threadId);
  // A stored thread may be no quote any more: the author of the quoted thread has removed it.
  if (quote === null) return reject(deps, received, quoted, request);
  if (quote.authorId !== senderId || quote.quotedId !== quoted.id) return;
  const approval = { ...quote, authorizationUri: null };
  await deps.threads.approveRemoteQuote(approval, async (tx) => {
    await createRecord(deps, activity)(tx);
    const response = { actorId: quoted.authorId, requesterId: senderId };
    const accepted = { ...request, threadId: quote.threadId };
    await enqueueResponse(tx, { type: 'acceptQuote', ...response, request: accepted });
  });
}

/** Null for a request about a thread of another server, and about a quote that is not on the server of its author. */
function readRequest(
  { addresses }: ThreadFetching,
  { activity, document }: Received,
): QuoteRequestAddresses | null {
  const quotedId = addresses.parseObject(toAddress(document['object']) ?? undefined);
  const quoteUri = toAddress(document['instrument']);
  if (quotedId === null || quoteUri === null) return null;
  if (URL.parse(quoteUri)?.host !== activity.actorId?.host) return null;
  return { id: activity.id?.href ?? '', quoteUri, quotedId, threadId: null };
}

async function reject(
  deps: ThreadFetching,
  { activity, senderId }: Received,
  { authorId }: QuotedThread,
  request: QuoteRequestAddresses,
): Promise<void> {
  await deps.database.$transaction(async (tx) => {
    await createRecord(deps, activity)(tx);
    const response = { actorId: authorId, requesterId: senderId };
    await enqueueResponse(tx, { type: 'rejectQuote', ...response, request });
  });
}

/** The quote, which the request may contain. Null if it cannot be loaded. */
async function findOrStoreQuote(
  deps: ThreadFetching,
  { activity, document, senderId, loaders }: Received,
  quoteUri: string,
): Promise<string | null> {
  const storedId = await findThread(deps, quoteUri);
  if (storedId !== null) return storedId;
  const note = tryParse(document['instrument']);
  if (note === null) return fetchThread(deps, quoteUri, loaders);
  if (note.authorUri !== activity.actorId?.href) return null;
  try {
    await storeDelivered(deps, note, { senderId, loaders, record: recordNothing });
  } catch (error) {
    // Another server has received the thread at the same moment.
    if (!(error instanceof AlreadyReceived)) throw error;
  }
  return findThread(deps, quoteUri);
}

/**
 * The author of a thread on another server approves or rejects a quote by a local user.
 * @returns false for the response to something else
 */
async function receiveResponse(
  deps: ThreadFetching,
  { activity, document, senderId, loaders }: Received,
  isAccepted: boolean,
): Promise<boolean> {
  const quoteId = readRequestedQuote(deps, document);
  if (quoteId === null) return false;
  const quote = await findQuote(deps.database, quoteId);
  if (quote?.quotedAuthorId !== senderId) return true;
  const record = createRecord(deps, activity);
  if (!isAccepted) {
    if (quote.isApproved) await deps.threads.revokeRemoteQuote(quote, record);
    else await deps.threads.rejectRemoteQuote(quote, record);
    return true;
  }
  const authorizationUri = toAddress(document['result']);
  if (authorizationUri === null) return true;
  const quoted = await findQuoted(deps.database, quote.quotedId);
  const approval = { uri: deps.addresses.object(quoteId), authorizationUri };
  if (quoted === null || !(await isAuthorized(deps, approval, quoted, loaders))) return true;
  await deps.threads.approveRemoteQuote({ ...quote, authorizationUri }, record);
  return true;
}

/** The quote in a request of this server, which a response names or contains. */
function readRequestedQuote(
  { addresses }: ThreadFetching,
  document: Received['document'],
): string | null {
  const request = toObject(document['object']);
  const requestUri = toAddress(document['object']) ?? undefined;
  const quoteId = addresses.parseQuoteRequest(requestUri);
  if (quoteId !== null || !toList(request['type']).includes('QuoteRequest')) return quoteId;
  return addresses.parseObject(toAddress(request['instrument']) ?? undefined);
}

/** Returns false if the activity deletes something else. */
async function withdrawApproval(
  deps: ThreadFetching,
  { activity, senderId }: Received,
): Promise<boolean> {
  const uri = activity.objectId?.href;
  if (uri === undefined) return false;
  const quotes: StoredQuote[] = await listApprovedQuotes(deps.database, uri);
  for (const quote of quotes.filter(({ quotedAuthorId }) => quotedAuthorId === senderId)) {
    await deps.threads.revokeRemoteQuote(quote, recordNothing);
  }
  return quotes.length > 0;
}
