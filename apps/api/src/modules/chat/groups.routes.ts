import {
  addGroupMembers,
  createGroup,
  createGroupInviteLink,
  deleteGroupInviteLink,
  getGroup,
  getGroupInvitation,
  joinGroup,
  removeGroupMember,
  updateGroup,
  updateGroupMember,
} from '@skein/contracts/chat';
import type { BindRoute } from '../../http/routes/bind-route.ts';
import { success } from '../../platform/results.ts';
import type { Groups } from './groups.ts';

export function groupsRoutes(bind: BindRoute, groups: Groups): void {
  bind(createGroup, ({ viewer, idempotency, body }) => groups.create(viewer, idempotency, body));
  bind(getGroup, ({ viewer, params }) => groups.get(viewer, params.groupId));
  bind(updateGroup, ({ viewer, params, body, files }) =>
    groups.update(viewer, params.groupId, { ...body, picture: files.picture[0] }),
  );
  bind(addGroupMembers, ({ viewer, params, body }) =>
    groups.addMembers(viewer, params.groupId, body.userIds),
  );
  bind(updateGroupMember, ({ viewer, params, body }) =>
    groups.setAdmin(viewer, params.groupId, { userId: params.userId, isAdmin: body.isAdmin }),
  );
  bind(removeGroupMember, async ({ viewer, params }) => {
    await groups.remove(viewer, params.groupId, params.userId);
    return success('success.groupChanged');
  });
  bind(createGroupInviteLink, async ({ viewer, params }) => ({
    inviteToken: await groups.createInviteLink(viewer, params.groupId),
  }));
  bind(deleteGroupInviteLink, async ({ viewer, params }) => {
    await groups.deleteInviteLink(viewer, params.groupId);
    return success('success.groupInviteRevoked');
  });
  bind(getGroupInvitation, ({ viewer, body }) => groups.getInvitation(viewer, body.token));
  bind(joinGroup, ({ viewer, body }) => groups.join(viewer, body.token));
}
