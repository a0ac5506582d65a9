import type { Transaction } from '@skein/db';
import { activityStreams, everyone } from '../../../platform/activity-streams.ts';
import { dateOfId } from '../../../platform/ids.ts';
import type { DocumentDependencies } from '../documents/documents.ts';
import type { DirectEvent, FederationEvent, PreparedActivity } from '../outbox/federation-event.ts';
import { listFollowerInboxes } from '../outbox/inboxes.queries.ts';
import { findChosenOption, findEngagedThread } from './engagement.queries.ts';
import { findEmoji } from './reaction-emoji.ts';

/** The followers see it, and the author of the thread learns of it. */
export async function prepareRepost(
  { addresses }: DocumentDependencies,
  { id, type, actorId, reference }: FederationEvent,
  tx: Transaction,
): Promise<PreparedActivity | null> {
  const [repostId = '', threadId = ''] = reference.split('/');
  const thread = await findEngagedThread(tx, actorId, threadId);
  if (thread === null) return null;
  const actor = addresses.actor(actorId);
  const followers = addresses.collection(actorId, 'followers');
  const recipients = thread.isOpen ? { to: [everyone], cc: [followers] } : { to: [followers] };
  const object = thread.uri ?? addresses.object(threadId);
  const repost = { id: addresses.repost(repostId), type: 'Announce', actor, object, ...recipients };
  const activity =
    type === 'repost'
      ? { ...repost, published: dateOfId(id).toISOString() }
      : { type: 'Undo', object: repost, ...recipients };
  return { activity, inboxes: await listFollowerInboxes(tx, actorId, [thread.authorId]) };
}

const reactionContext = [
  activityStreams,
  { litepub: 'http://litepub.social/ns#', EmojiReact: 'litepub:EmojiReact' },
];

/** Informs the author of the thread, and nobody else. */
export async function prepareLike(
  { addresses }: DocumentDependencies,
  { id, type, actorId, reference, objectUri }: DirectEvent,
  tx: Transaction,
): Promise<object | null> {
  const [threadId = '', reaction = ''] = reference.split('/');
  const thread = await findEngagedThread(tx, actorId, threadId);
  const object = thread?.uri ?? null;
  if (object === null) return null;
  const to = [objectUri];
  const like = { ...toLike(type, reaction), actor: addresses.actor(actorId), object, to };
  const undone = { id: `${addresses.activity(id)}#undone`, ...like };
  const activity = type.startsWith('undo') ? { type: 'Undo', object: undone, to } : like;
  return { '@context': reactionContext, ...activity };
}

function toLike(type: string, reaction: string) {
  const content = findEmoji(reaction);
  const isReaction = type === 'reaction' || type === 'undoReaction';
  return { type: isReaction ? 'EmojiReact' : 'Like', ...(content !== null && { content }) };
}

/** A note with the name of an option, which is never shown. */
export async function prepareVote(
  { addresses }: DocumentDependencies,
  { id, actorId, reference, objectUri: to }: DirectEvent,
  tx: Transaction,
): Promise<object | null> {
  const [threadId = '', optionId = ''] = reference.split('/');
  const option = await findChosenOption(tx, { actorId, threadId, optionId });
  if (option === null) return null;
  const actor = addresses.actor(actorId);
  const voteId = `${actor}#votes/${optionId}`;
  const published = dateOfId(id).toISOString();
  const { text: name, pollUri: inReplyTo } = option;
  const object = { id: voteId, type: 'Note', name, attributedTo: actor, inReplyTo, to, published };
  return { id: `${voteId}/activity`, type: 'Create', to, published, object };
}
