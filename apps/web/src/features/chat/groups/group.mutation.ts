import * as routes from '@skein/contracts/routes';
import type { GroupDetails } from '@skein/contracts/chat';
import { useMutation } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError, request } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { chatKeys } from '../api/chat-keys.ts';
import type { ConversationStore } from '../model/conversation-store.ts';
import { verificationOptions } from '../../auth/email/verification-toast.ts';
import { groupQuery } from './group.queries.ts';

interface NewGroup {
  name: string;
  userIds: string[];
  picture: File | null;
}

export function useCreateGroup(onCreated: (group: GroupDetails) => void) {
  return useMutation({
    mutationFn: async ({ name, userIds, picture }: NewGroup) => {
      const group = await request(routes.createGroup, { body: { name, userIds } });
      if (picture === null) return group;
      // The group exists: a rejected picture can be chosen again there.
      return changeGroup(group.id, { picture }).catch(() => {
        toast.error(t('groups.pictureFailed'));
        return group;
      });
    },
    onSuccess: async (group, _new, _before, { client }) => {
      await saveGroup(client, group);
      onCreated(group);
    },
  });
}

export interface GroupChanges {
  name?: string;
  picture?: File;
  isPictureRemoved?: boolean;
}

const changeGroup = (groupId: string, { name, picture, isPictureRemoved }: GroupChanges) =>
  request(routes.updateGroup, {
    params: { conversationId: groupId },
    body: {
      ...(name !== undefined && { name }),
      ...(isPictureRemoved === true && { removePicture: 'true' as const }),
    },
    files: { ...(picture && { picture: [picture] }) },
  });

/** Changes the name or the picture. */
export const useChangeGroup = (groupId: string) =>
  useMutation({
    mutationFn: (changes: GroupChanges) => changeGroup(groupId, changes),
    onSuccess: (group, _changes, _before, { client }) => saveGroup(client, group),
  });

export const useAddMembers = (groupId: string) =>
  useMutation({
    mutationFn: (userIds: string[]) =>
      request(routes.addGroupMembers, { params: { conversationId: groupId }, body: { userIds } }),
    onSuccess: (group, _userIds, _before, { client }) => saveGroup(client, group),
  });

/** Makes a member an admin, or not. */
export const useChangeRole = (groupId: string) =>
  useMutation({
    mutationFn: ({ userId, isAdmin }: { userId: string; isAdmin: boolean }) =>
      request(routes.updateGroupMember, {
        params: { conversationId: groupId, userId },
        body: { isAdmin },
      }),
    onSuccess: (group, _change, _before, { client }) => saveGroup(client, group),
    onError: showError,
  });

export const useRemoveMember = (groupId: string, onRemoved: () => void) =>
  useMutation({
    mutationFn: (userId: string) => removeMember(groupId, userId),
    onSuccess: async (_response, _userId, _before, { client }) => {
      onRemoved();
      await client.invalidateQueries({ queryKey: chatKeys.all });
    },
    onError: showError,
  });

export const useLeaveGroup = (store: ConversationStore, groupId: string, onLeft: () => void) =>
  useMutation({
    mutationFn: () => removeMember(groupId, store.viewerId),
    onMutate: () => store.setLeaving(true),
    onSuccess: async (_response, _variables, _before, { client }) => {
      onLeft();
      await client.invalidateQueries({ queryKey: chatKeys.all });
    },
    onError: (error) => {
      store.setLeaving(false);
      showError(error);
    },
  });

const removeMember = (groupId: string, userId: string) =>
  request(routes.removeGroupMember, { params: { conversationId: groupId, userId } });

/** Creates, resets or turns off the invite link. */
export const useInviteLink = (groupId: string) =>
  useMutation({
    mutationFn: async (isOn: boolean) => {
      const options = {
        params: { conversationId: groupId },
      } as const;
      if (!isOn) {
        await request(routes.deleteGroupInviteLink, options);
        return null;
      }
      return (await request(routes.createGroupInviteLink, options)).inviteToken;
    },
    onSuccess: (inviteToken, _isOn, _before, { client }) =>
      void client.setQueryData<GroupDetails>(
        groupQuery(groupId).queryKey,
        (group) => group && { ...group, inviteToken },
      ),
    onError: showError,
  });

export const useJoinGroup = (onJoined: (group: GroupDetails) => void) =>
  useMutation({
    mutationFn: (token: string) => request(routes.joinGroup, { body: { token } }),
    onSuccess: async (group, _token, _before, { client }) => {
      await saveGroup(client, group);
      onJoined(group);
    },
  });

async function saveGroup(client: QueryClient, group: GroupDetails): Promise<void> {
  client.setQueryData(groupQuery(group.id).queryKey, group);
  await client.invalidateQueries({ queryKey: chatKeys.conversations });
}

function showError(error: unknown): void {
  const message = error instanceof ApiError ? error.message : undefined;
  toast.error(t('chat.actFailed'), message, verificationOptions(error));
}
