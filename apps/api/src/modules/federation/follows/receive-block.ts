import { toViewer } from '../../../platform/viewer.ts';
import { createRecord } from '../inbox/received.ts';
import type { Received } from '../inbox/received.ts';
import { preventEffect } from '../delivery/values.repository.ts';
import type { Block, Undo } from '../fedify.ts';
import { ignoreMissing, readEmbedded } from './receive-follow.ts';
import type { FollowDependencies } from './receive-follow.ts';

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

/** Ends a block. Returns false if the activity undoes something else. */
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
      await preventEffect(tx, uri, deps.clock.now());
    }),
  );
  return true;
}
