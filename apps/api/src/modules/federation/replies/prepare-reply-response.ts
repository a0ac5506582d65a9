import type { Transaction } from '@skein/db';
import { activityStreams } from '../../../platform/activity-streams.ts';
import { toPrepared } from '../delivery/prepared-activity.ts';
import type { FederationEvent, PreparedActivity } from '../delivery/prepared-activity.ts';
import type { Addresses } from '../identity/addresses.ts';
import { findStoredReply } from './replies.queries.ts';
import type { AuthorizedReply, RequestedReply } from './replies.queries.ts';

/**
 * Responses to replies of other servers to local threads, as GoToSocial defines them: with an authorization for an allowed
 * reply, which other servers may require before they show it.
 */

const context = [
  activityStreams,
  {
    gts: 'https://gotosocial.org/ns#',
    ReplyRequest: 'gts:ReplyRequest',
    ReplyAuthorization: 'gts:ReplyAuthorization',
    interactingObject: { '@id': 'gts:interactingObject', '@type': '@id' },
    interactionTarget: { '@id': 'gts:interactionTarget', '@type': '@id' },
  },
];

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
    '@context': context,
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

export function toReplyAuthorization(
  { id, uri, parentId, parentAuthorId }: AuthorizedReply,
  addresses: Addresses,
): object {
  return {
    '@context': context,
    id: addresses.replyAuthorization(id),
    type: 'ReplyAuthorization',
    attributedTo: addresses.actor(parentAuthorId),
    interactingObject: uri,
    interactionTarget: addresses.object(parentId),
  };
}
