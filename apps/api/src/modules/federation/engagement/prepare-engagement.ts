import type { Transaction } from '@skein/db';
import { activityStreams, everyone } from '../../../platform/activity-streams.ts';
import { dateOfId } from '../../../platform/ids.ts';
import type { DocumentDependencies } from '../documents/documents.ts';
import { toPrepared } from '../outbox/prepared-activity.ts';
import type { FederationEvent, PreparedActivity } from '../outbox/prepared-activity.ts';
import { listFollowerInboxes } from '../outbox/inboxes.queries.ts';
import { findEngagedThread, findChosenOption } from './engagement.queries.ts';
import { findEmoji } from './reaction-emoji.ts';

/** The followers see it, and the author of the thread learns of it. */
export async function prepareRepost(
  { addresses }: DocumentDependencies,
  tx: Transaction,
  { id, type, actorId, reference }: FederationEvent,
): Promise<PreparedActivity | null> {
  const [repostId = '', threadId = ''] = reference?.split('/') ?? [];
  const thread = await findEngagedThread(tx, actorId, threadId);
  if (thread === null) return null;
  const actor = addresses.actor(actorId);
  const followers = addresses.collection(actorId, 'followers');
  const recipients = thread.isOpen ? { to: [everyone], cc: [followers] } : { to: [followers] };
  const object = thread.uri ?? addresses.object(threadId);
  const repost = { id: addresses.repost(repostId), type: 'Announce', actor, object, ...recipients };
  const undo = { id: addresses.activity(id), type: 'Undo', actor, object: repost, ...recipients };
  const published = dateOfId(id).toISOString();
  const activity = type === 'repost' ? { ...repost, published } : undo;
  const inboxes = await listFollowerInboxes(tx, actorId, [thread.authorId]);
  return toPrepared({ '@context': activityStreams, ...activity }, inboxes);
}

/** Informs the author of the thread, and nobody else. */
export async function prepareLike(
  { addresses }: DocumentDependencies,
  tx: Transaction,
  { id, type, actorId, reference, objectInbox, objectUri }: FederationEvent,
): Promise<PreparedActivity | null> {
  const [threadId = '', reaction = ''] = reference?.split('/') ?? [];
  const thread = await findEngagedThread(tx, actorId, threadId);
  const object = thread?.uri ?? null;
  if (object === null || objectInbox === null) return null;
  const actor = addresses.actor(actorId);
  const to = [objectUri];
  const like = { ...toLike(type, reaction), actor, object, to };
  const activityId = addresses.activity(id);
  const activity = type.startsWith('undo')
    ? { id: activityId, type: 'Undo', actor, object: { id: `${activityId}#undone`, ...like }, to }
    : { id: activityId, ...like };
  return toPrepared({ '@context': reactionContext, ...activity }, [objectInbox]);
}

function toLike(type: string, reaction: string) {
  const content = findEmoji(reaction);
  const isReaction = type === 'reaction' || type === 'undoReaction';
  return { type: isReaction ? 'EmojiReact' : 'Like', ...(content !== null && { content }) };
}

const reactionContext = [
  activityStreams,
  { litepub: 'http://litepub.social/ns#', EmojiReact: 'litepub:EmojiReact' },
];

/** A note with the name of an option, which is never shown. */
export async function prepareVote(
  { addresses }: DocumentDependencies,
  tx: Transaction,
  { id, actorId, reference, objectInbox, objectUri: to }: FederationEvent,
): Promise<PreparedActivity | null> {
  const [threadId = '', optionId = ''] = reference?.split('/') ?? [];
  const option = await findChosenOption(tx, { actorId, threadId, optionId });
  if (option === null || objectInbox === null) return null;
  const actor = addresses.actor(actorId);
  const voteId = `${actor}#votes/${optionId}`;
  const published = dateOfId(id).toISOString();
  const activity = {
    '@context': activityStreams,
    id: `${voteId}/activity`,
    type: 'Create',
    actor,
    to,
    published,
    object: {
      id: voteId,
      type: 'Note',
      name: option.text,
      attributedTo: actor,
      inReplyTo: option.pollUri,
      to,
      published,
    },
  };
  return toPrepared(activity, [objectInbox]);
}
