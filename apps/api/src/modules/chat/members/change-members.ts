import type { GroupDetails } from '@skein/contracts/chat';
import { ConflictError } from '../../../platform/errors.ts';
import { isId } from '../../../platform/ids.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { userNotFound } from '../../users/index.ts';
import {
  changeAsAdmin,
  changeGroup,
  countAdded,
  getGroup,
  groupNotFound,
  insertEvents,
} from '../conversations/groups.ts';
import type { GroupsDependencies } from '../conversations/groups.ts';
import { addUsers } from './add-members.ts';
import { deleteMember, findMember, storeAdmin } from './group-members.repository.ts';
import type { Departure } from './group-members.repository.ts';

/** @throws ForbiddenError, NotFoundError for one of the users; ConflictError, RateLimitedError */
export async function addMembers(
  dependencies: GroupsDependencies,
  viewer: Viewer,
  id: string,
  userIds: readonly string[],
): Promise<GroupDetails> {
  await countAdded(dependencies, viewer, userIds, () =>
    changeAsAdmin(dependencies, viewer, id, async (tx, group, conversationId) => ({
      result: null,
      events: await addUsers(tx, { conversationId, viewer, userIds }, group),
    })),
  );
  return getGroup(dependencies, viewer, id);
}

interface MemberChange {
  userId: string;
  isAdmin: boolean;
}

/** @throws ConflictError for the last admin, or a member who has not accepted */
export async function setAdmin(
  dependencies: GroupsDependencies,
  viewer: Viewer,
  id: string,
  { userId, isAdmin }: MemberChange,
): Promise<GroupDetails> {
  await changeAsAdmin(dependencies, viewer, id, async (tx, group, conversationId) => {
    const member = isId(userId) ? await findMember(tx, { conversationId, userId }) : null;
    if (member === null) throw userNotFound();
    if (member.isAdmin === isAdmin) return { result: null, events: [] };
    if (member.isPending) throw new ConflictError('conflict', 'error.groupPending');
    if (!isAdmin && group.adminsCount === 1)
      throw new ConflictError('conflict', 'error.groupLastAdmin');
    await storeAdmin(tx, { conversationId, userId }, isAdmin);
    const type = isAdmin ? 'admin_added' : 'admin_removed';
    return { result: null, events: [{ type, userIds: [userId.toLowerCase()], name: null }] };
  });
  return getGroup(dependencies, viewer, id);
}

/** Removes a member, or the viewer leaves. */
export function removeMember(
  dependencies: GroupsDependencies,
  viewer: Viewer,
  id: string,
  userId: string,
): Promise<null> {
  if (userId.toLowerCase() === viewer.userId) return leave(dependencies, viewer, id, 'left');
  return changeAsAdmin(dependencies, viewer, id, async (tx, _group, conversationId) => {
    const member = isId(userId) ? await findMember(tx, { conversationId, userId }) : null;
    if (member === null) throw userNotFound();
    await deleteMember(tx, { conversationId, userId }, 'removed');
    const removedId = userId.toLowerCase();
    const event = { type: 'member_removed', userIds: [removedId], name: null } as const;
    return { result: null, events: [event], others: [removedId] };
  });
}

/** Leaves a group that waits as a request. */
export function declineGroup(
  dependencies: GroupsDependencies,
  viewer: Viewer,
  id: string,
): Promise<null> {
  return leave(dependencies, viewer, id, 'declined');
}

function leave(
  dependencies: GroupsDependencies,
  viewer: Viewer,
  id: string,
  reason: Departure,
): Promise<null> {
  return changeGroup(dependencies, viewer, id, async (tx, group, conversationId) => {
    if (group.isAdmin === null) throw groupNotFound();
    const { userId } = viewer;
    // The member is the sender of the message, so it comes first.
    await insertEvents(tx, dependencies, { conversationId, senderId: userId }, [
      { type: 'member_left', userIds: [], name: null },
    ]);
    const { successorId } = await deleteMember(tx, { conversationId, userId }, reason);
    if (successorId !== null) {
      const event = { type: 'admin_added', userIds: [successorId], name: null } as const;
      await insertEvents(tx, dependencies, { conversationId, senderId: successorId }, [event]);
    }
    return { result: null, events: [], others: [userId] };
  });
}
