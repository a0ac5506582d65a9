import type { ReactionType } from '@skein/contracts/threads';
import type { Database } from '@skein/db';
import { enqueueReaction } from '../../domain/events/federation-writer.queries.ts';
import { publishNotificationChanges } from '../../domain/events/publish-notification-changes.ts';
import { success } from '../../platform/results.ts';
import type { Bus } from '../../platform/events/bus.ts';
import { isId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { threadNotFound } from '../threads/index.ts';
import { publishEngagement } from './publish-engagement.ts';
import { chooseReaction, updateCounts } from './reactions.policy.ts';
import { findReactions, lockThread, storeReactions } from './reactions.repository.ts';

interface Dependencies {
  database: Database;
  bus: Pick<Bus, 'publish'>;
  isFederated: boolean;
}

/**
 * Sets or removes the viewer's only reaction to a thread.
 * @param chosen Null removes any reaction
 * @throws NotFoundError
 */
export async function reactToThread(
  { database, bus, isFederated }: Dependencies,
  viewer: Viewer,
  threadId: string,
  chosen: ReactionType | null,
  on: boolean | undefined,
) {
  if (!isId(threadId)) throw threadNotFound();
  const key = { viewerId: viewer.userId, threadId };
  const { recipientIds, ...result } = await database.$transaction(async (tx) => {
    if (!(await lockThread(tx, key))) throw threadNotFound();
    const { own, counts } = await findReactions(tx, key);
    const myReaction = chosen === null ? null : chooseReaction(own, chosen, on);
    if (myReaction === own) return { myReaction, reactions: counts, recipientIds: [] };
    const reactions = updateCounts(counts, own, myReaction);
    if (isFederated) await enqueueReaction(tx, { actorId: viewer.userId, threadId }, myReaction);
    const changed = { own: myReaction, counts: reactions };
    return { myReaction, reactions, recipientIds: await storeReactions(tx, key, changed) };
  });
  publishNotificationChanges(bus, recipientIds);
  publishEngagement(bus, viewer, threadId, result);
  const message = result.myReaction === null ? 'success.unreacted' : 'success.reacted';
  return { ...success(message), ...result };
}
