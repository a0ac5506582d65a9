import { z } from 'zod';
import { groupAddedMembersMax, groupMembersMax, groupNameMaxLength } from '../group-limits.ts';
import { booleanField, defineRoute, issueMessage, textField, uuid } from '../http/index.ts';
import { profileImageMaxBytes } from '../limits.ts';
import { groupDetailsSchema } from './groups.schemas.ts';

export const groupParams = z.object({ conversationId: z.string() });

const groupName = textField({
  max: groupNameMaxLength,
  label: 'error.label.theName',
  required: true,
});

export const addedUsersField = z
  .array(uuid)
  .max(groupAddedMembersMax, {
    error: issueMessage('error.groupAddedMembers', { max: groupAddedMembersMax }),
  })
  .describe('Users to add');

export const createGroup = defineRoute({
  id: 'createGroup',
  method: 'POST',
  path: '/chat/groups',
  takesIdempotencyKey: true,
  tag: 'Groups',
  summary: 'Create a group',
  description: `You become its first admin. Adds all users or none, by the rules of \`POST /chat/groups/{conversationId}/members\`. A group is a conversation: its \`id\` is the \`conversationId\` of its messages, and the routes of conversations take it. It has at most ${groupMembersMax} members.`,
  auth: 'bearer',
  body: {
    kind: 'json',
    schema: z.object({ name: groupName, userIds: addedUsersField.default([]) }),
  },
  status: 201,
  response: groupDetailsSchema,
  errors: ['email_not_verified', 'validation_failed', 'forbidden', 'not_found', 'conflict'],
});

export const getGroup = defineRoute({
  id: 'getGroup',
  method: 'GET',
  path: '/chat/groups/{conversationId}',
  tag: 'Groups',
  summary: 'Get a group with its members',
  description: 'A 404 unless you are a member.',
  auth: 'bearer',
  reads: 'replica',
  params: groupParams,
  status: 200,
  response: groupDetailsSchema,
  errors: ['not_found'],
});

export const updateGroup = defineRoute({
  id: 'updateGroup',
  method: 'PUT',
  path: '/chat/groups/{conversationId}',
  tag: 'Groups',
  summary: 'Change the name or picture of a group',
  description: 'Only for admins. Absent fields are unchanged.',
  auth: 'bearer',
  params: groupParams,
  body: {
    kind: 'form',
    schema: z.object({
      name: groupName.optional(),
      removePicture: booleanField
        .optional()
        .describe('`true` deletes the picture; cannot be combined with `picture`'),
    }),
    files: {
      picture: {
        maxCount: 1,
        maxBytes: profileImageMaxBytes,
        isOutsideQuota: true,
        description: 'JPEG, PNG, GIF, WebP or AVIF up to 2 MB; cropped to the centered square',
      },
    },
  },
  status: 200,
  response: groupDetailsSchema,
  errors: ['validation_failed', 'forbidden', 'not_found'],
});
