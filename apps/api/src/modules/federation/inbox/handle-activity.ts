import { receiveAccountDeletion, receiveProfile } from '../actors/receive-account.ts';
import {
  acceptQuote,
  receiveQuoteRequest,
  rejectQuote,
  withdrawApproval,
} from '../approvals/receive-quotes.ts';
import { acceptReply, receiveReplyRequest, rejectReply } from '../approvals/receive-replies.ts';
import {
  receiveLike,
  receiveRepost,
  receiveVote,
  undoEngagement,
} from '../engagement/receive-engagement.ts';
import type { EngagementDependencies } from '../engagement/receive-engagement.ts';
import type { Activity } from '../fedify.ts';
import {
  acceptFollow,
  receiveBlock,
  receiveFollow,
  rejectFollow,
  undoBlock,
  undoFollow,
} from '../follows/receive-follows.ts';
import type { FollowDependencies } from '../follows/receive-follows.ts';
import { receiveMove } from '../moving/receive-move.ts';
import { deleteThread, receiveThread, updateThread } from '../threads/receive-threads.ts';
import type { ThreadDependencies } from '../threads/receive-threads.ts';
import type { Received } from './received.ts';

export type HandlingDependencies = FollowDependencies & EngagementDependencies & ThreadDependencies;

/** Returns false if the activity is about something else than the function handles. */
type Handle = (deps: HandlingDependencies, received: Received) => Promise<unknown>;

interface ActivityType {
  handles: readonly Handle[];
  /** Whether the activity only withdraws or prevents something, which restricted accounts may do, too. */
  isWithdrawal: boolean;
}

/** What handles an activity: the first function that does not return false. Null for a type without effect. */
async function findType(activity: Activity): Promise<ActivityType | null> {
  const fedify = await import('../fedify.ts');
  const effects = [
    { type: fedify.Accept, handles: [acceptQuote, acceptReply, acceptFollow] },
    { type: fedify.Announce, handles: [receiveRepost] },
    { type: fedify.Create, handles: [receiveVote, receiveThread] },
    { type: fedify.EmojiReact, handles: [receiveLike] },
    { type: fedify.Follow, handles: [receiveFollow] },
    { type: fedify.Like, handles: [receiveLike] },
    { type: fedify.Move, handles: [receiveMove] },
    { type: fedify.QuoteRequest, handles: [receiveQuoteRequest] },
    { type: fedify.ReplyRequest, handles: [receiveReplyRequest] },
    { type: fedify.Update, handles: [receiveProfile, updateThread] },
  ];
  const withdrawals = [
    { type: fedify.Block, handles: [receiveBlock] },
    { type: fedify.Delete, handles: [withdrawApproval, receiveAccountDeletion, deleteThread] },
    { type: fedify.Reject, handles: [rejectQuote, rejectReply, rejectFollow] },
    { type: fedify.Undo, handles: [undoEngagement, undoBlock, undoFollow] },
  ];
  const withdrawal = withdrawals.find(({ type }) => activity instanceof type);
  const found = withdrawal ?? effects.find(({ type }) => activity instanceof type);
  return found === undefined
    ? null
    : { handles: found.handles, isWithdrawal: found === withdrawal };
}

/**
 * Applies an activity.
 * @returns false for a type without effect, and for one that a restricted account may not send
 * @throws AlreadyReceived
 */
export async function handleActivity(
  deps: HandlingDependencies,
  received: Received,
  { isRestricted }: { isRestricted: boolean },
): Promise<boolean> {
  const type = await findType(received.activity);
  if (type === null || (isRestricted && !type.isWithdrawal)) return false;
  for (const handle of type.handles) {
    if ((await handle(deps, received)) !== false) break;
  }
  return true;
}
