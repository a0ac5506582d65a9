import type { Transaction } from '@skein/db';
import type {
  DirectEventType,
  FederationEventType,
  SharedEventType,
} from '../../../domain/events/federation-event-type.ts';
import { isFederatedAccount } from '../../../domain/federated-accounts.queries.ts';
import { activityStreams } from '../../../platform/activity-streams.ts';
import { prepareAccountDeletion, prepareMove, prepareProfile } from '../actors/prepare-account.ts';
import {
  prepareQuoteRequest,
  prepareQuoteResponse,
  prepareReplyResponse,
  prepareRevocation,
  revokeQuotesOfBlocked,
} from '../approvals/prepare-approvals.ts';
import type { DocumentDependencies } from '../documents/documents.ts';
import { prepareLike, prepareRepost, prepareVote } from '../engagement/prepare-engagement.ts';
import { prepareBlock, prepareFollow, prepareFollowResponse } from '../follows/prepare-follows.ts';
import { prepareMessage, prepareMessageDeletion } from '../messages/prepare-message.ts';
import { prepareFlag } from '../reports/prepare-flag.ts';
import { prepareDeletion, prepareThread } from '../threads/prepare-threads.ts';
import type { DirectEvent, FederationEvent, PreparedActivity } from './federation-event.ts';

type Prepare<Event, Prepared> = (
  deps: DocumentDependencies,
  event: Event,
  tx: Transaction,
) => Promise<Prepared | null> | Prepared | null;

type Prepares<Event, Prepared> = Partial<Record<FederationEventType, Prepare<Event, Prepared>>>;

/** Activities for the inbox of one account. */
const directPrepares: Prepares<DirectEvent, object> = {
  follow: prepareFollow,
  undoFollow: prepareFollow,
  accept: prepareFollowResponse,
  reject: prepareFollowResponse,
  block: prepareBlock,
  undoBlock: prepareBlock,
  createMessage: prepareMessage,
  updateMessage: prepareMessage,
  deleteMessage: prepareMessageDeletion,
  vote: prepareVote,
  like: prepareLike,
  undoLike: prepareLike,
  reaction: prepareLike,
  undoReaction: prepareLike,
  flag: prepareFlag,
  quoteRequest: prepareQuoteRequest,
  acceptQuote: prepareQuoteResponse,
  rejectQuote: prepareQuoteResponse,
  replyResponse: prepareReplyResponse,
} satisfies Record<DirectEventType, Prepare<DirectEvent, object>>;

/** Activities for several inboxes. */
const prepares: Prepares<FederationEvent, PreparedActivity> = {
  createThread: prepareThread,
  updateThread: prepareThread,
  pollResults: prepareThread,
  deleteThread: prepareDeletion,
  deleteMentioned: prepareDeletion,
  updateActor: prepareProfile,
  move: prepareMove,
  delete: prepareAccountDeletion,
  repost: prepareRepost,
  undoRepost: prepareRepost,
  revokeQuote: prepareRevocation,
} satisfies Record<SharedEventType, Prepare<FederationEvent, PreparedActivity>>;

/** Sent only while other servers can find the account: the first activity makes it known for good. */
const announcements = new Set<FederationEventType>([
  'repost',
  'like',
  'reaction',
  'block',
  'vote',
  'quoteRequest',
  'replyResponse',
]);
/** Sent also later, to servers that may have received the announcement. */
const withdrawals = new Set<FederationEventType>([
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
  event: FederationEvent,
  tx: Transaction,
): Promise<PreparedActivity | null> {
  await revokeQuotesOfBlocked(tx, event);
  if (!(await isAllowed(tx, event))) return null;
  const prepared =
    (await prepareDirect(deps, event, tx)) ?? (await prepares[event.type]?.(deps, event, tx));
  if (!prepared || prepared.inboxes.length === 0) return null;
  const { addresses } = deps;
  const envelope = {
    '@context': activityStreams,
    id: addresses.activity(event.id),
    actor: addresses.actor(event.actorId),
  };
  return { ...prepared, activity: { ...envelope, ...prepared.activity } };
}

async function prepareDirect(
  deps: DocumentDependencies,
  event: FederationEvent,
  tx: Transaction,
): Promise<PreparedActivity | null> {
  const { objectUri, objectInbox } = event;
  if (objectUri === null || objectInbox === null) return null;
  const activity = await directPrepares[event.type]?.(
    deps,
    { ...event, objectUri, objectInbox },
    tx,
  );
  return activity ? { activity, inboxes: [objectInbox] } : null;
}

async function isAllowed(tx: Transaction, { type, actorId }: FederationEvent): Promise<boolean> {
  const isWithdrawal = withdrawals.has(type);
  if (!isWithdrawal && !announcements.has(type)) return true;
  return isFederatedAccount(tx, actorId, { includesFormer: isWithdrawal });
}
