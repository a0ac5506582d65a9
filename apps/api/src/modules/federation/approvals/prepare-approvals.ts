import type { Transaction } from '@skein/db';
import { enqueueQuoteRevocations } from '../../../domain/events/quote-writer.queries.ts';
import { activityStreams, everyone } from '../../../platform/activity-streams.ts';
import type { DocumentDependencies } from '../documents/documents.ts';
import { toPrepared } from '../outbox/prepared-activity.ts';
import type { FederationEvent, PreparedActivity } from '../outbox/prepared-activity.ts';
import { noteContext, toNote } from '../threads/note.serializer.ts';
import { listFollowerInboxes } from '../outbox/inboxes.queries.ts';
import { findNoteRow } from '../threads/notes.queries.ts';
import type { Addresses } from '../identity/addresses.ts';
import {
  detachQuotes,
  enqueueSuspension,
  isSeenByQuotedAuthor,
  suspendedMax,
} from './quotes.queries.ts';
import type { EndedQuotes } from './quotes.queries.ts';
import { replyContext, requestTerms, toQuoteRequest, toQuoteResponse } from './quote.serializer.ts';
import type { QuoteRequestAddresses } from './quote.serializer.ts';
import { findStoredReply } from './replies.queries.ts';
import type { RequestedReply } from './replies.queries.ts';

type Deps = Pick<DocumentDependencies, 'addresses' | 'names'>;

/**
 * Asks the author of a thread on another server to approve a quote. The request contains the quote if that author may
 * see it.
 */
export async function prepareQuoteRequest(
  deps: Deps,
  tx: Transaction,
  { actorId, reference, objectInbox }: FederationEvent,
): Promise<PreparedActivity | null> {
  const { addresses } = deps;
  const row = reference === null ? null : await findNoteRow(tx, reference);
  const object = row?.quote?.uri ?? null;
  if (row === null || object === null || objectInbox === null) return null;
  const instrument = (await isSeenByQuotedAuthor(tx, row.id))
    ? toNote(row, deps)
    : addresses.object(row.id);
  const request = toQuoteRequest({ quoteId: row.id, actorId, object }, instrument, addresses);
  return toPrepared({ '@context': [...noteContext, requestTerms], ...request }, [objectInbox]);
}

/** Accepts or rejects the request of another server to quote a local thread. */
export function prepareQuoteResponse(
  { addresses }: Deps,
  _tx: Transaction,
  { id, actorId, reference, objectInbox, objectUri }: FederationEvent,
): PreparedActivity | null {
  if (reference === null || objectInbox === null || objectUri === null) return null;
  // `enqueueResponse` has written it.
  const request = JSON.parse(reference) as QuoteRequestAddresses;
  const names = { id, actorId, requesterUri: objectUri };
  return toPrepared(toQuoteResponse(names, request, addresses), [objectInbox]);
}

/** Withdraws the approval of a quote, from everyone who may have the quote or the quoted thread. */
export async function prepareRevocation(
  { addresses }: Deps,
  tx: Transaction,
  { id, actorId, reference, objectInbox }: FederationEvent,
): Promise<PreparedActivity | null> {
  if (reference === null) return null;
  const followers = await listFollowerInboxes(tx, actorId, []);
  const inboxes = [...new Set([...followers, ...(objectInbox === null ? [] : [objectInbox])])];
  const activity = {
    '@context': activityStreams,
    id: addresses.activity(id),
    type: 'Delete',
    actor: addresses.actor(actorId),
    to: [everyone],
    object: addresses.quoteAuthorization(reference),
  };
  return toPrepared(activity, inboxes);
}

/**
 * Users of other servers no longer quote the threads of a local user who has blocked them or their server, nor those of
 * anybody if their server is suspended.
 */
export async function revokeQuotesOfBlocked(
  tx: Transaction,
  event: FederationEvent,
): Promise<void> {
  const ended = toEndedQuotes(event);
  if (ended === null) return;
  const quotes = await detachQuotes(tx, ended);
  for (const [authorId, ofAuthor] of Map.groupBy(quotes, (quote) => quote.quotedAuthorId)) {
    const quoteIds = ofAuthor.map(({ id }) => id);
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
  if (type === 'blockServer' && reference !== null)
    return { quotedAuthorId: actorId, domain: reference };
  if (type === 'block' && objectUri !== null)
    return { quotedAuthorId: actorId, actorUri: objectUri };
  return null;
}

/** Accepts a reply that is stored, and rejects one that is not. */
export async function prepareReplyResponse(
  { addresses }: { addresses: Addresses },
  tx: Transaction,
  { id, actorId, reference, objectUri, objectInbox }: FederationEvent,
): Promise<PreparedActivity | null> {
  if (reference === null || objectUri === null || objectInbox === null) return null;
  // `enqueueReplyResponse` has written it.
  const { requestUri, replyUri, targetId } = JSON.parse(reference) as RequestedReply;
  const replyId = await findStoredReply(tx, replyUri, targetId);
  const target = addresses.object(targetId);
  const request = { type: 'ReplyRequest', id: requestUri, actor: objectUri, object: target };
  const activity = {
    '@context': replyContext,
    id: addresses.activity(id),
    type: replyId === null ? 'Reject' : 'Accept',
    actor: addresses.actor(actorId),
    to: objectUri,
    object: requestUri === null ? replyUri : { ...request, instrument: replyUri },
    target,
    ...(replyId !== null && { result: addresses.replyAuthorization(replyId) }),
  };
  return toPrepared(activity, [objectInbox]);
}
