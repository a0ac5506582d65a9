import type { Transaction } from '@skein/db';
import { isFederatedAccount } from '../../../domain/federated-accounts.queries.ts';
import type { DocumentDependencies } from '../documents/documents.ts';
import { prepareProfile } from '../actors/prepare-profile.ts';
import { prepareMessage, prepareMessageDeletion } from '../messages/prepare-message.ts';
import { prepareMove } from '../moving/prepare-move.ts';
import {
  prepareQuoteRequest,
  prepareQuoteResponse,
  prepareRevocation,
  revokeQuotesOfBlocked,
  prepareReplyResponse,
} from '../approvals/prepare-approvals.ts';
import { prepareFlag } from '../reports/prepare-flag.ts';
import { prepareLike, prepareRepost, prepareVote } from '../engagement/prepare-engagement.ts';
import { prepareDeletion, prepareThread } from '../threads/prepare-threads.ts';
import { listInboxes } from './inboxes.queries.ts';
import { toPrepared } from './prepared-activity.ts';
import type { FederationEvent, PreparedActivity } from './prepared-activity.ts';
import { toActivity } from '../follows/prepare-follows.ts';

type Prepare = (
  deps: DocumentDependencies,
  tx: Transaction,
  event: FederationEvent,
) => Promise<PreparedActivity | null> | PreparedActivity | null;

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
  'repost',
  'like',
  'reaction',
  'block',
  'vote',
  'quoteRequest',
  'replyResponse',
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
  return isFederatedAccount(tx, actorId, { includesFormer: isWithdrawal });
}
