import type { ReactionType } from '@skein/contracts/threads';
import type { Database } from '@skein/db';
import { publishNotificationChanges } from '../../platform/events/publish-notification-changes.ts';
import type { Bus } from '../../platform/events/bus.ts';
import { isId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { threadNotFound } from '../threads/index.ts';
import { chooseReaction, recount } from './reactions.policy.ts';
import type { ReactionCounts } from './reactions.policy.ts';
import { findReactions, lockThread, storeReactions } from './reactions.repository.ts';

interface Reacted {
  myReaction: ReactionType | null;
  reactions: ReactionCounts;
}

/** Reacts to a thread, one person one reaction. @throws NotFoundError */
export async function reactToThread(
  { database, bus }: { database: Database; bus: Pick<Bus, 'publish'> },
  viewer: Viewer,
  threadId: string,
  chosen: ReactionType,
  on: boolean | undefined,
): Promise<Reacted> {
  if (!isId(threadId)) throw threadNotFound();
  const own = { viewerId: viewer.userId, threadId };
  const { toldIds, ...reacted } = await database.$transaction(async (tx) => {
    if (!(await lockThread(tx, own))) throw threadNotFound();
    const { mine, counts } = await findReactions(tx, own);
    const myReaction = chooseReaction(mine, chosen, on);
    if (myReaction === mine) return { myReaction, reactions: counts, toldIds: [] };
    const reactions = recount(counts, mine, myReaction);
    const stored = { mine: myReaction, counts: reactions };
    return { myReaction, reactions, toldIds: await storeReactions(tx, own, stored) };
  });
  publishNotificationChanges(bus, toldIds);
  return reacted;
}
