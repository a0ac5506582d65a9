import type { GroupDetails } from '@skein/contracts/chat';
import type { Idempotency } from '../../platform/idempotency/idempotency.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { addUsers } from './add-group-members.ts';
import { createGroupContext, groupNotFound } from './group-context.ts';
import type { GroupContext, GroupsDependencies } from './group-context.ts';
import { createGroupInvites } from './group-invites.ts';
import { createGroupMembers } from './group-members.ts';
import { findGroup } from './groups.queries.ts';
import { insertGroup, listMemberIds } from './groups.repository.ts';
import { updateGroup } from './update-group.ts';
import type { GroupChanges } from './update-group.ts';

export type Groups = ReturnType<typeof createGroups>;

interface NewGroup {
  name: string;
  userIds: readonly string[];
}

/** Groups and their members. All functions treat groups of others as nonexistent. */
export function createGroups(dependencies: GroupsDependencies) {
  const context = createGroupContext(dependencies);
  return {
    get: context.get,
    ...createGroupMembers(context),
    ...createGroupInvites(context),

    create: (viewer: Viewer, idempotency: Idempotency, input: NewGroup) =>
      createGroup(context, viewer, idempotency, input),

    update: (viewer: Viewer, id: string, changes: GroupChanges) =>
      updateGroup(context, viewer, id, changes),
  };
}

/** @throws ForbiddenError, NotFoundError for one of the users; RateLimitedError */
async function createGroup(
  { database, bus, countAdded, countGroup, insertEvents, get }: GroupContext,
  viewer: Viewer,
  { id, attempt }: Idempotency,
  { name, userIds }: NewGroup,
): Promise<GroupDetails> {
  const creatorId = viewer.userId;
  if (attempt !== 'first') {
    const existing = await findGroup(database, creatorId, id);
    if (existing !== null) return get(viewer, id);
    if (attempt === 'completed') throw groupNotFound();
  }
  const others = userIds.filter((userId) => userId.toLowerCase() !== creatorId);
  const insert = () =>
    database.$transaction(async (tx) => {
      await insertGroup(tx, { id, name, creatorId });
      const key = { groupId: id, senderId: creatorId };
      await insertEvents(tx, key, [{ type: 'group_created', userIds: [], name }]);
      if (others.length === 0) return;
      const created = { lastSeq: 1, membersCount: 1 };
      const added = await addUsers(tx, { groupId: id, viewer, userIds: others }, created);
      await insertEvents(tx, key, added);
    });
  await countGroup(viewer, () => countAdded(viewer, others, insert));
  bus.publish({ kind: 'message', userIds: await listMemberIds(database, id) });
  return get(viewer, id);
}
