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
import type { BindRoute } from '../../../http/routes/bind-route.ts';
import { success } from '../../../platform/results.ts';
import type { ChatModule } from '../chat.module.ts';

export function groupsRoutes(bind: BindRoute, groups: ChatModule['groups']): void {
  bind(createGroup, ({ viewer, idempotency, body }) => groups.create(viewer, idempotency, body));
  bind(getGroup, ({ viewer, params }) => groups.get(viewer, params.conversationId));
  bind(updateGroup, ({ viewer, params, body, files }) =>
    groups.update(viewer, params.conversationId, { ...body, picture: files.picture[0] }),
  );
  bind(addGroupMembers, ({ viewer, params, body }) =>
    groups.addMembers(viewer, params.conversationId, body.userIds),
  );
  bind(updateGroupMember, ({ viewer, params, body }) =>
    groups.setAdmin(viewer, params.conversationId, {
      userId: params.userId,
      isAdmin: body.isAdmin,
    }),
  );
  bind(removeGroupMember, async ({ viewer, params }) => {
    await groups.removeMember(viewer, params.conversationId, params.userId);
    return success('success.groupChanged');
  });
  bind(createGroupInviteLink, async ({ viewer, params }) => ({
    inviteToken: await groups.createInviteLink(viewer, params.conversationId),
  }));
  bind(deleteGroupInviteLink, async ({ viewer, params }) => {
    await groups.deleteInviteLink(viewer, params.conversationId);
    return success('success.groupInviteRevoked');
  });
  bind(getGroupInvitation, ({ viewer, body }) => groups.getInvitation(viewer, body.token));
  bind(joinGroup, ({ viewer, body }) => groups.join(viewer, body.token));
}
