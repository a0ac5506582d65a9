import { z } from 'zod';
import { groupInviteTokenMaxLength, groupMembersMax } from '../group-limits.ts';
import { booleanField, defineRoute, issueMessage, successSchema, wireText } from '../http/index.ts';
import { addedUsersField, groupParams } from './groups.contract.ts';
import { groupDetailsSchema, groupInvitationSchema } from './groups.schemas.ts';

const memberParams = groupParams.extend({ userId: z.string() });

export const addGroupMembers = defineRoute({
  id: 'addGroupMembers',
  method: 'POST',
  path: '/chat/groups/{conversationId}/members',
  takesIdempotencyKey: false,
  tag: 'Groups',
  summary: 'Add users to a group',
  description: `Only for admins. Adds all users or none: a 403 names a user whose \`messagePermission\` does not let you add them, who has blocked you or whom you have blocked, or who has declined the group. For users who receive your messages as requests, or who have left the group, it waits as a request. New members see the messages from now on. Members are skipped. A 409 beyond ${groupMembersMax} members.`,
  auth: 'bearer',
  params: groupParams,
  body: {
    kind: 'json',
    schema: z.object({
      userIds: addedUsersField.min(1, { error: issueMessage('error.groupAddNobody') }),
    }),
  },
  status: 200,
  response: groupDetailsSchema,
  errors: [
    'email_not_verified',
    'validation_failed',
    'forbidden',
    'not_found',
    'conflict',
    'rate_limited',
  ],
});

export const updateGroupMember = defineRoute({
  id: 'updateGroupMember',
  method: 'PUT',
  path: '/chat/groups/{conversationId}/members/{userId}',
  tag: 'Groups',
  summary: 'Make a member an admin, or not',
  description: 'Only for admins. A 409 for the last admin, and for a member who has not accepted.',
  auth: 'bearer',
  params: memberParams,
  body: { kind: 'json', schema: z.object({ isAdmin: booleanField }) },
  status: 200,
  response: groupDetailsSchema,
  errors: ['validation_failed', 'forbidden', 'not_found', 'conflict'],
});

export const removeGroupMember = defineRoute({
  id: 'removeGroupMember',
  method: 'DELETE',
  path: '/chat/groups/{conversationId}/members/{userId}',
  tag: 'Groups',
  summary: 'Remove a member, or leave a group',
  description:
    'Your own id leaves the group; only admins can remove others, who then cannot join by the invite link. When the last admin leaves, the longest-standing member becomes admin. The group disappears for the former member, with its messages; it is deleted with its last member.',
  auth: 'bearer',
  params: memberParams,
  status: 200,
  response: successSchema,
  errors: ['forbidden', 'not_found'],
});

export const createGroupInviteLink = defineRoute({
  id: 'createGroupInviteLink',
  method: 'PUT',
  path: '/chat/groups/{conversationId}/invite-link',
  tag: 'Groups',
  summary: 'Create or reset the invite link',
  description: 'Only for admins. The former link stops working.',
  auth: 'bearer',
  params: groupParams,
  status: 200,
  response: z.object({ inviteToken: z.string() }).meta({ id: 'GroupInviteLink' }),
  errors: ['forbidden', 'not_found'],
});

export const deleteGroupInviteLink = defineRoute({
  id: 'deleteGroupInviteLink',
  method: 'DELETE',
  path: '/chat/groups/{conversationId}/invite-link',
  tag: 'Groups',
  summary: 'Revoke the invite link',
  description: 'Only for admins. Repeating it changes nothing.',
  auth: 'bearer',
  params: groupParams,
  status: 200,
  response: successSchema,
  errors: ['forbidden', 'not_found'],
});

// In the body, so that the token is not in the logs of proxies.
const tokenBody = {
  kind: 'json',
  schema: z.object({
    token: wireText('error.label.token').max(groupInviteTokenMaxLength, {
      error: issueMessage('error.notValid', { label: 'error.label.token' }),
    }),
  }),
} as const;

export const getGroupInvitation = defineRoute({
  id: 'getGroupInvitation',
  method: 'POST',
  path: '/chat/group-invitation',
  takesIdempotencyKey: false,
  tag: 'Groups',
  summary: 'Show the group of an invite link',
  description: 'A 404 for an unknown token, also for users whom an admin has removed.',
  auth: 'bearer',
  limit: 'groupInvites',
  body: tokenBody,
  status: 200,
  response: groupInvitationSchema,
  errors: ['validation_failed', 'not_found'],
});

export const joinGroup = defineRoute({
  id: 'joinGroup',
  method: 'POST',
  path: '/chat/group-invitation/join',
  takesIdempotencyKey: false,
  tag: 'Groups',
  summary: 'Join a group by its invite link',
  description: `Repeating it changes nothing. A 409 beyond ${groupMembersMax} members.`,
  auth: 'bearer',
  limit: 'groupInvites',
  body: tokenBody,
  status: 200,
  response: groupDetailsSchema,
  errors: ['validation_failed', 'forbidden', 'not_found', 'conflict'],
});
