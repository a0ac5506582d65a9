import type { GroupDetails } from '@skein/contracts/chat';
import { ConflictError } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { userNotFound } from '../users/index.ts';
import { addUsers } from './add-group-members.ts';
import { groupNotFound } from './group-context.ts';
import type { GroupContext } from './group-context.ts';
import { deleteMember, findMember, storeAdmin } from './groups.repository.ts';
import type { Departure } from './groups.repository.ts';

interface MemberChange {
  userId: string;
  isAdmin: boolean;
}

/** The members of groups. */
export function createGroupMembers(context: GroupContext) {
  const { countAdded, changeAsAdmin, get } = context;
  return {
    /** @throws ForbiddenError, NotFoundError for one of the users; ConflictError, RateLimitedError */
    async addMembers(
      viewer: Viewer,
      id: string,
      userIds: readonly string[],
    ): Promise<GroupDetails> {
      await countAdded(viewer, userIds, () =>
        changeAsAdmin(viewer, id, async (tx, group, groupId) => ({
          result: null,
          events: await addUsers(tx, { groupId, viewer, userIds }, group),
        })),
      );
      return get(viewer, id);
    },

    /** @throws ConflictError for the last admin, or a member who has not accepted */
    async setAdmin(viewer: Viewer, id: string, { userId, isAdmin }: MemberChange) {
      await changeAsAdmin(viewer, id, async (tx, group, groupId) => {
        const member = isId(userId) ? await findMember(tx, groupId, userId) : null;
        if (member === null) throw userNotFound();
        if (member.isAdmin === isAdmin) return { result: null, events: [] };
        if (member.isPending) throw new ConflictError('conflict', 'error.groupPending');
        if (!isAdmin && group.adminsCount === 1)
          throw new ConflictError('conflict', 'error.groupLastAdmin');
        await storeAdmin(tx, { groupId, userId }, isAdmin);
        const type = isAdmin ? 'admin_added' : 'admin_removed';
        return { result: null, events: [{ type, userIds: [userId.toLowerCase()], name: null }] };
      });
      return get(viewer, id);
    },

    /** Removes a member, or the viewer leaves. */
    remove: (viewer: Viewer, id: string, userId: string): Promise<null> =>
      userId.toLowerCase() === viewer.userId
        ? leave(context, viewer, id, 'left')
        : changeAsAdmin(viewer, id, async (tx, _group, groupId) => {
            const member = isId(userId) ? await findMember(tx, groupId, userId) : null;
            if (member === null) throw userNotFound();
            await deleteMember(tx, { groupId, userId }, 'removed');
            const removedId = userId.toLowerCase();
            const event = { type: 'member_removed', userIds: [removedId], name: null } as const;
            return { result: null, events: [event], others: [removedId] };
          }),

    /** Leaves a group that waits as a request. */
    decline: (viewer: Viewer, id: string): Promise<null> => leave(context, viewer, id, 'declined'),
  };
}

function leave(
  { change, insertEvents }: GroupContext,
  viewer: Viewer,
  id: string,
  reason: Departure,
): Promise<null> {
  return change(viewer, id, async (tx, group, groupId) => {
    if (group.isAdmin === null) throw groupNotFound();
    const { userId } = viewer;
    // The member is the sender of the message, so it comes first.
    await insertEvents(tx, { groupId, senderId: userId }, [
      { type: 'member_left', userIds: [], name: null },
    ]);
    const { successorId } = await deleteMember(tx, { groupId, userId }, reason);
    if (successorId !== null) {
      const event = { type: 'admin_added', userIds: [successorId], name: null } as const;
      await insertEvents(tx, { groupId, senderId: successorId }, [event]);
    }
    return { result: null, events: [], others: [userId] };
  });
}
