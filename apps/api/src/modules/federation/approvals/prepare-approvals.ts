import type { Transaction } from '@skein/db';
import { enqueueQuoteRevocations } from '../../../domain/events/quote-writer.queries.ts';
import { everyone } from '../../../platform/activity-streams.ts';
import type { DocumentDependencies } from '../documents/documents.ts';
import type { DirectEvent, FederationEvent, PreparedActivity } from '../outbox/federation-event.ts';
import { listFollowerInboxes } from '../outbox/inboxes.queries.ts';
import { noteContext, toNote } from '../threads/note.serializer.ts';
import { findNoteRow } from '../threads/notes.queries.ts';
import type { NoteRow } from '../threads/notes.queries.ts';
import { approvalTerms, toApprovalResponse } from './approval.serializer.ts';
import {
  detachQuotes,
  enqueueSuspension,
  isSeenByQuotedAuthor,
  suspendedMax,
} from './quotes.queries.ts';
import type { EndedQuotes, QuoteRequestAddresses } from './quotes.queries.ts';
import { findStoredReply } from './replies.queries.ts';
import type { RequestedReply } from './replies.queries.ts';

type Dependencies = Pick<DocumentDependencies, 'addresses' | 'names'>;

/**
 * Asks the author of a thread on another server to approve a quote. The request contains the quote if that author may
 * see it.
 */
export async function prepareQuoteRequest(
  deps: Dependencies,
  { reference }: DirectEvent,
  tx: Transaction,
): Promise<object | null> {
  const row = await findNoteRow(tx, reference);
  const object = row?.quote?.uri ?? null;
  if (row === null || object === null) return null;
  const { addresses } = deps;
  const isSeen = await isSeenByQuotedAuthor(tx, row.id);
  return {
    '@context': [...noteContext, approvalTerms],
    type: 'QuoteRequest',
    id: addresses.quoteRequest(row.id),
    object,
    instrument: isSeen ? toNote(row, deps) : addresses.object(row.id),
  };
}

/** Accepts or rejects the request of another server to quote a local thread. */
export function prepareQuoteResponse(
  { addresses }: Dependencies,
  { reference, objectUri: requesterUri }: DirectEvent,
): object {
  // `enqueueQuoteResponse` has written it.
  const request = JSON.parse(reference) as QuoteRequestAddresses;
  const { id: requestUri, quoteUri: uri, quotedId: targetId, threadId: acceptedId } = request;
  const response = { requestUri, requesterUri, uri, targetId, acceptedId };
  return toApprovalResponse('quote', response, addresses);
}

/**
 * The author of the parent of a reply, if it is on another server and must approve the reply before others get it. Null
 * for other threads, and after the approval.
 */
export function findApprover({ parent, audience, replyAuthorizationUri }: NoteRow): string | null {
  if (audience === 'mentioned' || replyAuthorizationUri !== null) return null;
  return parent?.replyApproval ? parent.author.userId : null;
}

/** Asks the author of a thread on another server to approve a reply. */
export function toReplyRequest(row: NoteRow, deps: Dependencies): object {
  return {
    '@context': [...noteContext, approvalTerms],
    type: 'ReplyRequest',
    id: deps.addresses.replyRequest(row.id),
    to: row.parent?.author.uri,
    object: row.parent?.uri,
    instrument: toNote(row, deps),
  };
}

/** Accepts a reply that is stored, and rejects one that is not. */
export async function prepareReplyResponse(
  { addresses }: Dependencies,
  { reference, objectUri: requesterUri }: DirectEvent,
  tx: Transaction,
): Promise<object> {
  // `enqueueReplyResponse` has written it.
  const { requestUri, replyUri: uri, targetId } = JSON.parse(reference) as RequestedReply;
  const acceptedId = await findStoredReply(tx, uri, targetId);
  const response = { requestUri, requesterUri, uri, targetId, acceptedId };
  const target = addresses.object(targetId);
  return { ...toApprovalResponse('reply', response, addresses), target };
}

/** Withdraws the approval of a quote, from everyone who may have the quote or the quoted thread. */
export async function prepareRevocation(
  { addresses }: Dependencies,
  { actorId, reference, objectInbox }: FederationEvent,
  tx: Transaction,
): Promise<PreparedActivity> {
  const followers = await listFollowerInboxes(tx, actorId, []);
  const inboxes = new Set([...followers, ...(objectInbox === null ? [] : [objectInbox])]);
  const object = addresses.authorization('quote', reference);
  return { activity: { type: 'Delete', to: [everyone], object }, inboxes: [...inboxes] };
}

/**
 * Users of other servers no longer quote the threads of a local user who has blocked them or their server, nor the
 * threads of anybody if their server is suspended.
 */
export async function revokeQuotesOfBlocked(
  tx: Transaction,
  event: FederationEvent,
): Promise<void> {
  const ended = toEndedQuotes(event);
  if (ended === null) return;
  const quotes = await detachQuotes(tx, ended);
  for (const [authorId, authorQuotes] of Map.groupBy(quotes, (quote) => quote.quotedAuthorId)) {
    const quoteIds = authorQuotes.map(({ id }) => id);
    await enqueueQuoteRevocations(tx, authorId, quoteIds);
  }
  if (ended === 'suspended' && quotes.length === suspendedMax) await enqueueSuspension(tx);
}

function toEndedQuotes({
  type,
  actorId,
  objectUri,
  reference,
}: FederationEvent): EndedQuotes | null {
  if (type === 'suspendServers') return 'suspended';
  if (type === 'blockServer') return { quotedAuthorId: actorId, domain: reference };
  if (type === 'block' && objectUri !== null)
    return { quotedAuthorId: actorId, actorUri: objectUri };
  return null;
}
