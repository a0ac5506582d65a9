import { activityStreams } from '../../../platform/activity-streams.ts';
import type { Addresses } from '../identity/addresses.ts';

/**
 * Approvals of quotes (FEP-044f) and of replies (GoToSocial) have the same form: a response to a request contains the
 * address of an authorization, which other servers may require before they show the quote or reply.
 */
export type ApprovedKind = 'quote' | 'reply';

export const approvalTerms = {
  QuoteRequest: 'https://w3id.org/fep/044f#QuoteRequest',
  QuoteAuthorization: 'https://w3id.org/fep/044f#QuoteAuthorization',
  gts: 'https://gotosocial.org/ns#',
  ReplyRequest: 'gts:ReplyRequest',
  ReplyAuthorization: 'gts:ReplyAuthorization',
  interactingObject: { '@id': 'gts:interactingObject', '@type': '@id' },
  interactionTarget: { '@id': 'gts:interactionTarget', '@type': '@id' },
};

const context = [activityStreams, approvalTerms];
const requestTypes = { quote: 'QuoteRequest', reply: 'ReplyRequest' };
const authorizationTypes = { quote: 'QuoteAuthorization', reply: 'ReplyAuthorization' };

interface ApprovalResponse {
  /** Null for a reply that was sent without a request. */
  requestUri: string | null;
  requesterUri: string;
  /** The id of the document of the quote or reply. */
  uri: string;
  /** The local thread that it quotes or replies to. */
  targetId: string;
  /** The stored quote or reply; null rejects it. */
  acceptedId: string | null;
}

/** The response to a quote or reply of another server. */
export function toApprovalResponse(
  kind: ApprovedKind,
  { requestUri, requesterUri, uri, targetId, acceptedId }: ApprovalResponse,
  addresses: Addresses,
): object {
  const request = {
    type: requestTypes[kind],
    id: requestUri,
    actor: requesterUri,
    object: addresses.object(targetId),
    instrument: uri,
  };
  return {
    '@context': context,
    type: acceptedId === null ? 'Reject' : 'Accept',
    to: requesterUri,
    object: requestUri === null ? uri : request,
    ...(acceptedId !== null && { result: addresses.authorization(kind, acceptedId) }),
  };
}

/** An approved quote of or reply to a local thread. */
export interface AuthorizationRow {
  id: string;
  /** The id of the document of a quote or reply of another server; null for a local one. */
  uri: string | null;
  targetId: string;
  targetAuthorId: string;
}

export function toAuthorization(
  kind: ApprovedKind,
  { id, uri, targetId, targetAuthorId }: AuthorizationRow,
  addresses: Addresses,
): object {
  return {
    '@context': context,
    id: addresses.authorization(kind, id),
    type: authorizationTypes[kind],
    attributedTo: addresses.actor(targetAuthorId),
    interactingObject: uri ?? addresses.object(id),
    interactionTarget: addresses.object(targetId),
  };
}
