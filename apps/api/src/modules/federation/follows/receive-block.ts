import { toViewer } from '../../../platform/viewer.ts';
import { createRecord } from '../inbox/received.ts';
import type { Received } from '../inbox/received.ts';
import { storeValue } from '../delivery/values.repository.ts';
import type { Block, Undo } from '../fedify.ts';
import { ignoreMissing, readEmbedded } from './receive-follow.ts';
import type { FollowDependencies } from './receive-follow.ts';

/** How long an undone block has no effect if it arrives later. */
const undoneDays = 7;

/** An account of another server blocks a local one: the follows between them end, and each is hidden from the other. */
export async function receiveBlock(
  deps: FollowDependencies,
  { activity, senderId }: Received<Block>,
): Promise<void> {
  const id = deps.addresses.parseActor(activity.objectId?.href);
  if (id === null) return;
  const record = createRecord(deps, activity);
  await ignoreMissing(deps.relationships.block(toViewer(senderId), id, record));
}

/** Ends a block. False if the activity undoes something else. */
export async function undoBlock(
  deps: FollowDependencies,
  { activity, senderId }: Received<Undo>,
): Promise<boolean> {
  const { Block } = await import('../fedify.ts');
  const block = await readEmbedded(activity);
  if (!(block instanceof Block) || block.id?.host !== activity.id?.host) return false;
  const uri = block.id?.href;
  const id = deps.addresses.parseActor(block.objectId?.href);
  if (id === null || uri === undefined) return true;
  await ignoreMissing(
    deps.relationships.unblock(toViewer(senderId), id, async (tx) => {
      await createRecord(deps, activity)(tx);
      // If the block arrives later, it has no effect.
      await storeValue(tx, `received:${uri}`, true, { now: deps.clock.now(), days: undoneDays });
    }),
  );
  return true;
}
