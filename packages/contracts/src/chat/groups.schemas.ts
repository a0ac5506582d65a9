import { z } from 'zod';
import { isoTime, uuid } from '../http/index.ts';
import { userSchema } from '../users/index.ts';

const groupMemberSchema = z
  .object({
    user: userSchema,
    isAdmin: z.boolean(),
    isPending: z.boolean().describe('Was added, and has not accepted yet'),
    readUpTo: uuid
      .nullable()
      .describe(
        'The last message that the member has read. Null if the member or the viewer has turned read receipts off',
      ),
    joinedAfter: uuid
      .nullable()
      .describe(
        'The last message before the member joined, who sees only later ones. Null if there is none',
      ),
  })
  .meta({ id: 'GroupMember' });

/** A group with its members. */
export const groupDetailsSchema = z
  .object({
    id: uuid.describe('The id of the conversation'),
    name: z.string(),
    picture: z.string().nullable(),
    membersCount: z.number().int(),
    isAdmin: z.boolean().describe('Whether the viewer is an admin of the group'),
    createdAt: isoTime,
    members: z
      .array(groupMemberSchema)
      .describe('Admins first, then in the order of joining. Without suspended accounts'),
    inviteToken: z
      .string()
      .nullable()
      .describe('The token of the invite link, for admins; null if there is none'),
  })
  .meta({ id: 'GroupDetails' });

export const groupEventTypes = [
  'group_created',
  'members_added',
  'member_joined',
  'member_left',
  'member_removed',
  'admin_added',
  'admin_removed',
  'name_changed',
  'picture_changed',
] as const;

/** What has changed in a group; the sender of the message has changed it. */
export const groupEventSchema = z
  .object({
    type: z
      .enum(groupEventTypes)
      .describe('`member_joined`: by the invite link. `admin_added` is also sent for a successor'),
    users: z
      .array(
        z.object({
          id: uuid,
          name: z.string().nullable().describe('Null if the account was deleted'),
        }),
      )
      .describe('The members who were added, removed, promoted or demoted; otherwise empty'),
    name: z.string().nullable().describe('The name of a new group, or the new name'),
  })
  .meta({ id: 'GroupEvent' });

export const groupInvitationSchema = z
  .object({
    conversationId: uuid.nullable().describe('Null unless the viewer is a member already'),
    name: z.string(),
    picture: z.string().nullable(),
    membersCount: z.number().int(),
  })
  .meta({ id: 'GroupInvitation' });

export type GroupMember = z.infer<typeof groupMemberSchema>;
export type GroupDetails = z.infer<typeof groupDetailsSchema>;
export type GroupEvent = z.infer<typeof groupEventSchema>;
export type GroupEventType = (typeof groupEventTypes)[number];
export type GroupInvitation = z.infer<typeof groupInvitationSchema>;
