import { activityStreams, profiledMediaType } from '../../../platform/activity-streams.ts';
import { escapeHtml } from '../../../platform/html.ts';
import type { Addresses } from '../identity/addresses.ts';
import { misskeyQuote } from './parse-quote.ts';

/** The thread that a local user quotes. */
export interface QuoteRow {
  id: string;
  /** The id and page of a thread of another server; null for a local one. */
  uri: string | null;
  url: string | null;
  isOwn: boolean;
  isApproved: boolean;
  /** The address of the approval on the server of the quoted thread. */
  authorizationUri: string | null;
}

const toUri = ({ uri, id }: QuoteRow, addresses: Addresses) => uri ?? addresses.object(id);

/** A quote as FEP-044f, Misskey, Pleroma and Fedibird write it. */
export function toQuote(quoteId: string, quote: QuoteRow | null, addresses: Addresses): object {
  if (quote === null) return {};
  const { uri, isOwn, isApproved } = quote;
  const quoted = toUri(quote, addresses);
  // The author needs no approval to quote an own thread.
  const ownApproval = uri === null && !isOwn ? addresses.quoteAuthorization(quoteId) : null;
  const authorization = quote.authorizationUri ?? ownApproval;
  return {
    quote: quoted,
    quoteUrl: quoted,
    quoteUri: quoted,
    _misskey_quote: quoted,
    ...(isApproved && authorization !== null && { quoteAuthorization: authorization }),
  };
}

/** A link of FEP-e232. */
export function toQuoteLinks(quote: QuoteRow | null, addresses: Addresses): object[] {
  if (quote === null) return [];
  const href = toUri(quote, addresses);
  return [
    { type: 'Link', mediaType: profiledMediaType, href, rel: misskeyQuote, name: `RE: ${href}` },
  ];
}

/** Returns a link for software without quotes. Other software leaves out an element of this class. */
export function toQuoteLine(quote: QuoteRow | null, addresses: Addresses): string {
  if (quote === null) return '';
  const { uri, url, id } = quote;
  const page = escapeHtml(url ?? uri ?? `${addresses.origin}/thread/${id}`);
  return `<p class="quote-inline">RE: <a href="${page}">${page}</a></p>`;
}

const context = [
  activityStreams,
  {
    QuoteRequest: 'https://w3id.org/fep/044f#QuoteRequest',
    QuoteAuthorization: 'https://w3id.org/fep/044f#QuoteAuthorization',
    gts: 'https://gotosocial.org/ns#',
    interactingObject: { '@id': 'gts:interactingObject', '@type': '@id' },
    interactionTarget: { '@id': 'gts:interactionTarget', '@type': '@id' },
  },
];

/** @param instrument The quote: its document, or its address if the other server must request it. */
export function toQuoteRequest(
  { quoteId, actorId, object }: Record<'quoteId' | 'actorId' | 'object', string>,
  instrument: unknown,
  addresses: Addresses,
): object {
  return {
    type: 'QuoteRequest',
    id: addresses.quoteRequest(quoteId),
    actor: addresses.actor(actorId),
    object,
    instrument,
  };
}

/** What a response repeats of a `QuoteRequest` of another server. */
export interface QuoteRequestAddresses {
  id: string;
  quoteUri: string;
  quotedId: string;
  /** The quote; null if it was not stored. */
  threadId: string | null;
}

/** The response to a request of another server. */
export function toQuoteResponse(
  { id, actorId, requesterUri }: Record<'id' | 'actorId' | 'requesterUri', string>,
  { id: requestId, quoteUri, quotedId, threadId }: QuoteRequestAddresses,
  addresses: Addresses,
): object {
  return {
    '@context': context,
    id: addresses.activity(id),
    type: threadId === null ? 'Reject' : 'Accept',
    actor: addresses.actor(actorId),
    to: requesterUri,
    object: {
      type: 'QuoteRequest',
      id: requestId,
      actor: requesterUri,
      object: addresses.object(quotedId),
      instrument: quoteUri,
    },
    ...(threadId !== null && { result: addresses.quoteAuthorization(threadId) }),
  };
}

/** An approved quote of a local thread. */
export interface AuthorizationRow {
  quoteId: string;
  /** The id of the document of a quote of another server. */
  quoteUri: string | null;
  quotedId: string;
  quotedAuthorId: string;
}

export function toQuoteAuthorization(
  { quoteId, quoteUri, quotedId, quotedAuthorId }: AuthorizationRow,
  addresses: Addresses,
): object {
  return {
    '@context': context,
    id: addresses.quoteAuthorization(quoteId),
    type: 'QuoteAuthorization',
    attributedTo: addresses.actor(quotedAuthorId),
    interactingObject: quoteUri ?? addresses.object(quoteId),
    interactionTarget: addresses.object(quotedId),
  };
}

/** The terms of a request that contains the quote as a document. */
export const requestTerms = context[1];

/**
 * Responses to replies of other servers to local threads, as GoToSocial defines them: with an authorization for an allowed
 * reply, which other servers may require before they show it.
 */

export const replyContext = [
  activityStreams,
  {
    gts: 'https://gotosocial.org/ns#',
    ReplyRequest: 'gts:ReplyRequest',
    ReplyAuthorization: 'gts:ReplyAuthorization',
    interactingObject: { '@id': 'gts:interactingObject', '@type': '@id' },
    interactionTarget: { '@id': 'gts:interactionTarget', '@type': '@id' },
  },
];

/** A reply to a local thread, which other servers may show. */
export interface AuthorizedReply {
  id: string;
  /** The id of the document of a reply of another server. */
  uri: string;
  parentId: string;
  parentAuthorId: string;
  /** Whether every server may read the reply and the conversation. */
  isOpen: boolean;
}

export function toReplyAuthorization(
  { id, uri, parentId, parentAuthorId }: AuthorizedReply,
  addresses: Addresses,
): object {
  return {
    '@context': replyContext,
    id: addresses.replyAuthorization(id),
    type: 'ReplyAuthorization',
    attributedTo: addresses.actor(parentAuthorId),
    interactingObject: uri,
    interactionTarget: addresses.object(parentId),
  };
}
