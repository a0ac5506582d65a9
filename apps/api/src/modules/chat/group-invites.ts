import { randomBytes } from 'node:crypto';
import type { GroupDetails, GroupInvitation } from '@skein/contracts/chat';
import { groupMembersMax } from '@skein/contracts/group-limits';
import { ForbiddenError, NotFoundError } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { toPictureUrl } from '../users/index.ts';
import { tooManyMembers } from './add-group-members.ts';
import type { GroupContext } from './group-context.ts';
import { findInvitation, insertMembers, storeGroup } from './groups.repository.ts';
import type { Invitation } from './groups.repository.ts';

const inviteTokenBytes = 24;

/** The invite links of groups. */
export function createGroupInvites({ database, change, changeAsAdmin, get }: GroupContext) {
  async function findByToken(viewer: Viewer, token: string): Promise<Invitation> {
    const invitation = await findInvitation(database, viewer.userId, token);
    if (invitation === null) throw new NotFoundError('error.groupInvite');
    return invitation;
  }

  return {
    createInviteLink(viewer: Viewer, id: string): Promise<string> {
      const inviteToken = randomBytes(inviteTokenBytes).toString('base64url');
      return changeAsAdmin(viewer, id, async (tx, _group, groupId) => {
        await storeGroup(tx, groupId, { inviteToken });
        return { result: inviteToken, events: [] };
      });
    },

    deleteInviteLink: (viewer: Viewer, id: string): Promise<null> =>
      changeAsAdmin(viewer, id, async (tx, _group, groupId) => {
        await storeGroup(tx, groupId, { inviteToken: null });
        return { result: null, events: [] };
      }),

    async getInvitation(viewer: Viewer, token: string): Promise<GroupInvitation> {
      const { groupId, name, pictureKey, ...found } = await findByToken(viewer, token);
      const picture = toPictureUrl(pictureKey);
      const { membersCount, isMember } = found;
      return { groupId: isMember ? groupId : null, name, picture, membersCount };
    },

    /** @throws NotFoundError, ForbiddenError; ConflictError for a full group */
    async join(viewer: Viewer, token: string): Promise<GroupDetails> {
      if (viewer.isFrozen === true) throw new ForbiddenError('error.frozenGroupJoin');
      const { groupId, isMember } = await findByToken(viewer, token);
      if (isMember) return get(viewer, groupId);
      await change(viewer, groupId, async (tx, { isAdmin, lastSeq, membersCount }) => {
        if (isAdmin !== null) return { result: null, events: [] };
        if (membersCount >= groupMembersMax) throw tooManyMembers();
        const members = [{ id: viewer.userId, isRequest: false }];
        await insertMembers(tx, groupId, { members, lastSeq });
        return { result: null, events: [{ type: 'member_joined', userIds: [], name: null }] };
      });
      return get(viewer, groupId);
    },
  };
}
