import type { Transaction } from '@skein/db';
import { recordNothing } from '../inbox/received.ts';
import type { Received } from '../inbox/received.ts';
import { AlreadyReceived } from '../expiring-values.repository.ts';
import { isQuotable } from '../../threads/index.ts';
import { fetchThread, findThread } from '../threads/fetch-threads.ts';
import type { ThreadFetching } from '../threads/fetch-threads.ts';
import { haveSameHost, toAddress, toList, toObject } from '../json-values.ts';
import { parseNote } from '../threads/parse-note.ts';
import { storeDelivered } from '../threads/receive-threads.ts';
import { isAuthorized } from './classify-quote.ts';
import {
  enqueueQuoteResponse,
  findQuote,
  findQuoted,
  listApprovedQuotes,
} from './quotes.queries.ts';
import type { QuoteRequestAddresses, StoredQuote } from './quotes.queries.ts';

/** Another server asks to quote a local thread. It is answered at once, by the permission of the thread. */
export async function receiveQuoteRequest(deps: ThreadFetching, received: Received): Promise<void> {
  const { database } = deps;
  const { senderId, record } = received;
  const request = readRequest(deps, received);
  const quoted = request && (await findQuoted(database, request.quotedId));
  if (request === null || quoted?.uri !== null) return;
  const isAllowed = await isQuotable(database, quoted.id, senderId);
  const threadId = isAllowed ? await findOrStoreQuote(deps, received, request.quoteUri) : null;
  if (isAllowed && threadId === null) return;
  const quote = threadId === null ? null : await findQuote(database, threadId);
  const { authorId: actorId } = quoted;
  const respond = async (tx: Transaction, acceptedId: string | null) => {
    await record(tx);
    const response = { ...request, threadId: acceptedId };
    await enqueueQuoteResponse(tx, { actorId, requesterId: senderId, request: response });
  };
  // A stored thread may be no quote any more: the author of the quoted thread has removed it.
  if (quote === null) return database.$transaction((tx) => respond(tx, null));
  if (quote.authorId !== senderId || quote.quotedId !== quoted.id) return;
  const approval = { ...quote, authorizationUri: null };
  await deps.threads.approveRemoteQuote(approval, (tx) => respond(tx, quote.threadId));
}

/** Null for a request about a thread of another server, and about a quote that is not on the server of its author. */
function readRequest(
  { addresses }: ThreadFetching,
  { uri, senderUri, document }: Received,
): QuoteRequestAddresses | null {
  const quotedId = addresses.parseObject(toAddress(document['object']) ?? undefined);
  const quoteUri = toAddress(document['instrument']);
  if (quotedId === null || quoteUri === null || !haveSameHost(quoteUri, senderUri)) return null;
  return { id: uri, quoteUri, quotedId, threadId: null };
}

/** The quote, which the request may contain. Null if it cannot be loaded. */
async function findOrStoreQuote(
  deps: ThreadFetching,
  { document, senderUri, senderId, loaders }: Received,
  quoteUri: string,
): Promise<string | null> {
  const storedId = await findThread(deps, quoteUri);
  if (storedId !== null) return storedId;
  const note = parseNote(document['instrument']);
  if (note === null) return fetchThread(deps, quoteUri, loaders);
  if (note.authorUri !== senderUri) return null;
  try {
    await storeDelivered(deps, note, { senderId, loaders, record: recordNothing });
  } catch (error) {
    // Another server has received the thread at the same moment.
    if (!(error instanceof AlreadyReceived)) throw error;
  }
  return findThread(deps, quoteUri);
}

/**
 * The author of a thread on another server approves a quote by a local user.
 * @returns false if something else is accepted
 */
export async function acceptQuote(deps: ThreadFetching, received: Received): Promise<boolean> {
  const quote = await findRequestedQuote(deps, received);
  if (quote === null) return false;
  const authorizationUri = toAddress(received.document['result']);
  const quoted = await findQuoted(deps.database, quote.quotedId);
  if (authorizationUri === null || quoted === null) return true;
  const approval = { uri: deps.addresses.object(quote.threadId), authorizationUri };
  if (await isAuthorized(deps, approval, quoted, received.loaders)) {
    await deps.threads.approveRemoteQuote({ ...quote, authorizationUri }, received.record);
  }
  return true;
}

/** As `acceptQuote`, for a rejection. */
export async function rejectQuote(deps: ThreadFetching, received: Received): Promise<boolean> {
  const quote = await findRequestedQuote(deps, received);
  if (quote === null) return false;
  if (quote.isApproved) await deps.threads.revokeRemoteQuote(quote, received.record);
  else await deps.threads.rejectRemoteQuote(quote, received.record);
  return true;
}

/** The quote that this server has asked the sender to approve. */
async function findRequestedQuote(
  deps: ThreadFetching,
  { document, senderId }: Received,
): Promise<StoredQuote | null> {
  const quoteId = readRequestedQuote(deps, document);
  const quote = quoteId === null ? null : await findQuote(deps.database, quoteId);
  return quote?.quotedAuthorId === senderId ? quote : null;
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

/** The author of a thread on another server withdraws an approval. Returns false if something else is deleted. */
export async function withdrawApproval(
  deps: ThreadFetching,
  { objectUri, senderId }: Received,
): Promise<boolean> {
  if (objectUri === undefined) return false;
  const quotes: StoredQuote[] = await listApprovedQuotes(deps.database, objectUri);
  for (const quote of quotes.filter(({ quotedAuthorId }) => quotedAuthorId === senderId)) {
    await deps.threads.revokeRemoteQuote(quote, recordNothing);
  }
  return quotes.length > 0;
}
