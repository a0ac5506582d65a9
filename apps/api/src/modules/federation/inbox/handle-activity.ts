import { RateLimitedError } from '../../../platform/errors.ts';
import { isOutage } from '../../../platform/is-outage.ts';
import { loadRemoteActor } from '../actors/fetch-actor.ts';
import { markGone, saveActor } from '../actors/remote-actors.repository.ts';
import type { FetchDependencies } from '../delivery/load-document.ts';
import { receiveBlock, undoBlock } from '../follows/receive-block.ts';
import type { Activity, Loaders } from '../fedify.ts';
import {
  acceptFollow,
  receiveFollow,
  rejectFollow,
  undoFollow,
} from '../follows/receive-follow.ts';
import type { FollowDependencies } from '../follows/receive-follow.ts';
import type { Received } from './received.ts';

export type HandlingDependencies = FollowDependencies & FetchDependencies;

/** Whether activities of this type have an effect. */
export async function isHandled(activity: Activity): Promise<boolean> {
  const { Accept, Block, Delete, Follow, Reject, Undo, Update } = await import('../fedify.ts');
  return [Accept, Block, Delete, Follow, Reject, Undo, Update].some(
    (type) => activity instanceof type,
  );
}

/** Whether the activity only withdraws or prevents something, which restricted accounts may do, too. */
export async function isWithdrawal(activity: Activity): Promise<boolean> {
  const { Block, Delete, Reject, Undo } = await import('../fedify.ts');
  return [Block, Delete, Reject, Undo].some((type) => activity instanceof type);
}

/** @throws AlreadyReceived */
export async function handleActivity(
  deps: HandlingDependencies,
  { activity, senderId, loaders }: Received & { loaders: Loaders },
): Promise<void> {
  const { Accept, Block, Delete, Follow, Reject, Undo, Update } = await import('../fedify.ts');
  if (activity instanceof Block) return receiveBlock(deps, { activity, senderId });
  if (activity instanceof Undo && (await undoBlock(deps, { activity, senderId }))) return;
  if (activity instanceof Follow) return receiveFollow(deps, { activity, senderId });
  if (activity instanceof Undo) return undoFollow(deps, { activity, senderId });
  if (activity instanceof Accept) return acceptFollow(deps, { activity, senderId });
  if (activity instanceof Reject) return rejectFollow(deps, { activity, senderId });
  // Accounts change and delete only themselves.
  const { actorId } = activity;
  if (actorId === null || activity.objectId?.href !== actorId.href) return;
  const now = deps.clock.now();
  if (activity instanceof Delete) {
    return deps.database.$transaction((tx) => markGone(tx, senderId, now));
  }
  if (activity instanceof Update) {
    // The document itself, instead of what the activity contains.
    const actor = await loadRemoteActor(deps, actorId.href, loaders).catch((error: unknown) => {
      if (error instanceof RateLimitedError || isOutage(error)) throw error;
      return null;
    });
    if (actor !== null) await saveActor(deps.database, actor, now);
  }
}
