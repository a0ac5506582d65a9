import * as routes from '@skein/contracts/routes';
import type { GroupDetails } from '@skein/contracts/chat';
import { queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';
import { chatKeys } from '../api/chat-keys.ts';

/** A group with its members. */
export const groupQuery = (groupId: string) =>
  queryOptions({
    queryKey: [...chatKeys.all, 'group', groupId],
    queryFn: ({ signal }) =>
      request(routes.getGroup, { params: { conversationId: groupId }, signal }),
  });

/** The group of an invite link. */
export const groupInvitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['group-invitation', token],
    queryFn: ({ signal }) => request(routes.getGroupInvitation, { body: { token }, signal }),
  });

/** A member has read the messages up to one. */
export function applyMemberRead(
  client: QueryClient,
  groupId: string,
  { userId, upTo }: { userId: string; upTo: string },
): void {
  client.setQueryData<GroupDetails>(
    groupQuery(groupId).queryKey,
    (group) =>
      group && {
        ...group,
        members: group.members.map((member) =>
          member.user.id === userId && (member.readUpTo ?? '') < upTo
            ? { ...member, readUpTo: upTo }
            : member,
        ),
      },
  );
}
