import { isOwnFailure } from '../http-client/load-document.ts';
import { loadRemoteActor } from '../actors/fetch-actor.ts';
import { markGone, saveActor } from '../actors/remote-actors.repository.ts';
import {
  receiveBlock,
  undoBlock,
  acceptFollow,
  receiveFollow,
  rejectFollow,
  undoFollow,
} from '../follows/receive-follows.ts';
import type { Activity, Undo } from '../fedify.ts';
import type { FollowDependencies } from '../follows/receive-follows.ts';
import { receiveMove } from '../moving/receive-move.ts';
import {
  receiveLike,
  receiveRepost,
  undoEngagement,
  receiveVote,
} from '../engagement/receive-engagement.ts';
import type { EngagementDependencies } from '../engagement/receive-engagement.ts';
import { handleQuoteActivity } from '../approvals/receive-quotes.ts';
import { handleReplyActivity } from '../approvals/receive-replies.ts';
import { deleteThread, receiveThread, updateThread } from '../threads/receive-threads.ts';
import type { ThreadDependencies } from '../threads/receive-threads.ts';
import type { Received } from './received.ts';

export type HandlingDependencies = FollowDependencies & EngagementDependencies & ThreadDependencies;

/** Whether activities of this type have an effect. */
export async function isHandled(activity: Activity): Promise<boolean> {
  const fedify = await import('../fedify.ts');
  const { Accept, Announce, Block, Create, Delete, EmojiReact } = fedify;
  const { Follow, Like, Move, QuoteRequest, Reject, ReplyRequest, Undo, Update } = fedify;
  const requests = [Follow, QuoteRequest, ReplyRequest];
  const concerning = [Announce, Block, Create, EmojiReact, Like, Move, ...requests];
  const answering = [Accept, Delete, Reject, Undo, Update];
  return [...concerning, ...answering].some((type) => activity instanceof type);
}

/** Whether the activity only withdraws or prevents something, which restricted accounts may do, too. */
export async function isWithdrawal(activity: Activity): Promise<boolean> {
  const { Block, Delete, Reject, Undo } = await import('../fedify.ts');
  return [Block, Delete, Reject, Undo].some((type) => activity instanceof type);
}

/** @throws AlreadyReceived */
export async function handleActivity(
  deps: HandlingDependencies,
  received: Received,
): Promise<void> {
  if (await handleQuoteActivity(deps, received)) return;
  if (await handleReplyActivity(deps, received)) return;
  await handleOtherActivity(deps, received);
}

async function handleOtherActivity(deps: HandlingDependencies, received: Received): Promise<void> {
  const fedify = await import('../fedify.ts');
  const { Accept, Announce, Block, Create, EmojiReact, Follow, Like, Reject, Undo } = fedify;
  const { activity } = received;
  if (activity instanceof Announce) return receiveRepost(deps, received);
  if (activity instanceof Like || activity instanceof EmojiReact)
    return receiveLike(deps, received);
  if (activity instanceof Block) return receiveBlock(deps, { ...received, activity });
  if (activity instanceof Follow) return receiveFollow(deps, { ...received, activity });
  if (activity instanceof Undo) return undo(deps, { ...received, activity });
  if (activity instanceof Accept) return acceptFollow(deps, { ...received, activity });
  if (activity instanceof Reject) return rejectFollow(deps, { ...received, activity });
  if (activity instanceof Create) return receiveNote(deps, received);
  return changeObject(deps, received);
}

async function undo(deps: HandlingDependencies, received: Received<Undo>): Promise<void> {
  if (await undoEngagement(deps, received)) return;
  if (await undoBlock(deps, received)) return;
  return undoFollow(deps, received);
}

async function receiveNote(deps: HandlingDependencies, received: Received): Promise<void> {
  if (await receiveVote(deps, received)) return;
  await receiveThread(deps, received);
}

/** An `Update` or `Delete` of the sender itself or of a thread, or the `Move` of the sender. */
async function changeObject(deps: HandlingDependencies, received: Received): Promise<void> {
  const { Delete, Move, Update } = await import('../fedify.ts');
  const { activity, senderId, loaders } = received;
  if (activity instanceof Move) return receiveMove(deps, received);
  const { actorId } = activity;
  if (actorId === null || activity.objectId?.href !== actorId.href) {
    if (activity instanceof Delete) return deleteThread(deps, received);
    if (activity instanceof Update) return updateThread(deps, received);
    return;
  }
  const now = deps.clock.now();
  if (activity instanceof Delete) {
    return deps.database.$transaction((tx) => markGone(tx, senderId, now));
  }
  if (activity instanceof Update) {
    // The document itself, instead of what the activity contains.
    const actor = await loadRemoteActor(deps, actorId.href, loaders).catch((error: unknown) => {
      if (isOwnFailure(error)) throw error;
      return null;
    });
    if (actor !== null) await saveActor(deps.database, actor, now);
  }
}
