import type { Transaction } from '@skein/db';
import { activityStreams, everyone } from '../../../platform/activity-streams.ts';
import { dateOfId } from '../../../platform/ids.ts';
import { findActorDocument } from '../actors/documents.ts';
import type { DocumentDependencies } from '../actors/documents.ts';
import { isFederatedActor } from '../actors/local-actors.queries.ts';
import {
  prepareQuoteRequest,
  prepareQuoteResponse,
  prepareRevocation,
  revokeQuotesOfBlocked,
} from '../quotes/prepare-quotes.ts';
import { prepareReplyResponse } from '../replies/reply-responses.ts';
import { findForwardedReport } from '../reports/reports.repository.ts';
import { findEngagedThread } from '../threads/engagement.queries.ts';
import { findEmoji } from '../threads/reaction-emoji.ts';
import { prepareMessage, prepareMessageDeletion } from '../messages/prepare-message.ts';
import { noteContext, toNote, toRecipients } from '../threads/note.serializer.ts';
import { findChosenOption } from '../threads/votes.queries.ts';
import { findNoteRow, listFollowerInboxes, listThreadInboxes } from '../threads/notes.queries.ts';
import { listInboxes } from './queue.repository.ts';
import type { PreparedActivity } from './queue.repository.ts';
import { toActivity, toUpdate } from './to-activity.ts';
import type { FederationEvent } from './to-activity.ts';
import { storeTombstone } from './values.repository.ts';

type Prepare = (
  deps: DocumentDependencies,
  tx: Transaction,
  event: FederationEvent,
) => Promise<PreparedActivity | null>;

/** Events with more than an address as their object. */
const prepares: Partial<Record<FederationEvent['type'], Prepare>> = {
  createThread: prepareThread,
  updateThread: prepareThread,
  pollResults: prepareThread,
  deleteThread: prepareDeletion,
  deleteMentioned: prepareDeletion,
  createMessage: prepareMessage,
  updateMessage: prepareMessage,
  deleteMessage: prepareMessageDeletion,
  vote: prepareVote,
  updateActor: prepareProfile,
  move: prepareMove,
  repost: prepareRepost,
  undoRepost: prepareRepost,
  like: prepareLike,
  undoLike: prepareLike,
  reaction: prepareLike,
  undoReaction: prepareLike,
  flag: prepareFlag,
  quoteRequest: prepareQuoteRequest,
  acceptQuote: prepareQuoteResponse,
  rejectQuote: prepareQuoteResponse,
  revokeQuote: prepareRevocation,
  replyResponse: prepareReplyResponse,
};

/** Sent only while other servers can find the account: the first activity makes it known for good. */
const announcements = new Set([
  ...['repost', 'like', 'reaction', 'block', 'vote'],
  ...['quoteRequest', 'replyResponse'],
]);
/** Sent also later, to servers that may have received the announcement. */
const withdrawals = new Set([
  'undoRepost',
  'undoLike',
  'undoReaction',
  'undoBlock',
  'deleteThread',
  'revokeQuote',
  'deleteMentioned',
  'deleteMessage',
]);

/** The activity that informs other servers, and their inboxes; null if there is nobody to inform. */
export async function prepareActivity(
  deps: DocumentDependencies,
  tx: Transaction,
  event: FederationEvent,
): Promise<PreparedActivity | null> {
  await revokeQuotesOfBlocked(tx, event);
  if (!(await isAllowed(tx, event))) return null;
  const prepare = prepares[event.type];
  if (prepare !== undefined) return prepare(deps, tx, event);
  const activity = toActivity(event, deps.addresses);
  if (activity === null) return null;
  const { objectInbox: inbox } = event;
  // An event without an object is a deletion. Servers with suspended accounts may have its data, too.
  const inboxes = inbox === null ? await listInboxes(tx, { includesSuspended: true }) : [inbox];
  return toPrepared(activity, inboxes);
}

async function isAllowed(tx: Transaction, { type, actorId }: FederationEvent): Promise<boolean> {
  const isWithdrawal = withdrawals.has(type);
  if (!isWithdrawal && !announcements.has(type)) return true;
  return isFederatedActor(tx, actorId, { includesFormer: isWithdrawal });
}

/** The account as it is now. */
async function prepareProfile(
  deps: DocumentDependencies,
  tx: Transaction,
  event: FederationEvent,
): Promise<PreparedActivity | null> {
  const actor = await findActorDocument(deps, event.actorId);
  if (actor?.status !== 200) return null;
  return toPrepared(toUpdate(event, actor.document, deps.addresses), await listInboxes(tx));
}

/** Asks the followers to follow another account. */
async function prepareMove(
  { addresses }: DocumentDependencies,
  tx: Transaction,
  { id, actorId, reference: target }: FederationEvent,
): Promise<PreparedActivity | null> {
  if (target === null) return null;
  const actor = addresses.actor(actorId);
  const activity = {
    '@context': activityStreams,
    id: addresses.activity(id),
    type: 'Move',
    actor,
    to: [addresses.collection(actorId, 'followers')],
    object: actor,
    target,
  };
  return toPrepared(activity, await listFollowerInboxes(tx, actorId, []));
}

/** The thread as it is now: it may have been edited or deleted since the event. */
async function prepareThread(
  { addresses, names: { handleDomain } }: DocumentDependencies,
  tx: Transaction,
  { id, type, actorId, reference }: FederationEvent,
): Promise<PreparedActivity | null> {
  const row = reference === null ? null : await findNoteRow(tx, reference);
  if (row === null) return null;
  const inboxes = await listThreadInboxes(tx, row);
  if (inboxes.length === 0) return null;
  const names = { addresses, handleDomain };
  const activity = {
    '@context': noteContext,
    id: addresses.activity(id),
    type: type === 'createThread' ? 'Create' : 'Update',
    actor: addresses.actor(actorId),
    published: (row.editedAt ?? row.createdAt).toISOString(),
    ...toRecipients(row, names),
    object: toNote(row, names),
  };
  return toPrepared(activity, inboxes);
}

async function prepareDeletion(
  { addresses, clock }: DocumentDependencies,
  tx: Transaction,
  { id, type, actorId, reference, recipientIds }: FederationEvent,
): Promise<PreparedActivity | null> {
  if (reference === null) return null;
  await storeTombstone(tx, reference, clock.now());
  const includesFollowers = type === 'deleteThread';
  const actor = addresses.actor(actorId);
  const activity = {
    '@context': noteContext,
    id: addresses.activity(id),
    type: 'Delete',
    actor,
    to: includesFollowers ? [addresses.collection(actorId, 'followers')] : [],
    object: { id: addresses.object(reference), type: 'Tombstone' },
  };
  const options = { includesSuspended: true, includesFollowers };
  return toPrepared(activity, await listFollowerInboxes(tx, actorId, recipientIds, options));
}

/** The followers see it, and the author of the thread learns of it. */
async function prepareRepost(
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
async function prepareLike(
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

/** A note with the name of an option, which is never shown. */
async function prepareVote(
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

/** Forwards a report to the server of the reported account. The reporter is not named. */
async function prepareFlag(
  { addresses }: DocumentDependencies,
  tx: Transaction,
  { id, actorId, reference, objectInbox, objectUri }: FederationEvent,
): Promise<PreparedActivity | null> {
  const report = reference === null ? null : await findForwardedReport(tx, reference);
  if (report === null || objectInbox === null) return null;
  const activity = {
    '@context': activityStreams,
    id: addresses.activity(id),
    type: 'Flag',
    actor: addresses.actor(actorId),
    to: [objectUri],
    content: report.note ?? '',
    object: [objectUri, ...(report.threadUri === null ? [] : [report.threadUri])],
  };
  return toPrepared(activity, [objectInbox]);
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

function toPrepared(activity: object, inboxes: readonly string[]): PreparedActivity | null {
  return inboxes.length === 0 ? null : { body: JSON.stringify(activity), inboxes };
}
