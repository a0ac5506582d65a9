import { z } from 'zod';
import { notificationTypes } from '../constants.ts';
import { isoTime, uuid } from '../http/index.ts';
import { newAccountDays, pushExcerptMaxLength } from '../limits.ts';
import { threadSchema } from '../threads/index.ts';
import { movedToSchema, userSchema } from '../users/index.ts';

export const notificationTypeSchema = z.enum(notificationTypes);

/**
 * Events of one type about one thread (or about the viewer) are grouped into one notification until
 * it is read; later events start a new one.
 */
export const notificationSchema = z
  .object({
    id: uuid.describe('Id of the latest event'),
    type: notificationTypeSchema,
    actors: z
      .array(userSchema)
      .describe('Latest first, at most three; empty if your own poll has ended'),
    actorsCount: z.number().int(),
    thread: threadSchema
      .nullable()
      .describe(
        'The thread that was liked, reacted to, reposted or voted on; for `reply`, `mention`, `quote` and `new_thread` the new thread',
      ),
    followRequest: z
      .object({ id: uuid, status: z.enum(['pending', 'approved', 'rejected']) })
      .nullable()
      .describe('Only for `follow_request`, which is never grouped'),
    moves: z
      .array(z.object({ actorId: uuid, movedTo: movedToSchema }))
      .describe('Only for `moved`: the new accounts of the actors, if you can see them'),
    createdAt: isoTime.describe('Time of the latest event'),
    isRead: z.boolean(),
  })
  .meta({ id: 'Notification' });

/** Whose notifications wait until the user accepts or dismisses them. */
export const notificationPolicySchema = z
  .object({
    filtersNotFollowing: z.boolean().describe('Of users that you do not follow'),
    filtersNotFollowers: z.boolean().describe('Of users who do not follow you'),
    filtersNewAccounts: z
      .boolean()
      .describe(`Of accounts that are younger than ${newAccountDays} days`),
  })
  .meta({ id: 'NotificationPolicy' });

/** The filtered notifications of one user. */
export const filteredNotificationsSchema = z
  .object({
    user: userSchema,
    count: z.number().int(),
    firstAt: isoTime,
    latestAt: isoTime,
    latestThread: threadSchema.nullable().describe('Of the latest one that concerns a thread'),
  })
  .meta({ id: 'FilteredNotifications' });

/**
 * The JSON of a push message: enough to display it in the user's language without a request, and
 * small enough for every push service.
 */
export const pushMessageSchema = notificationSchema
  .pick({ id: true, type: true, actorsCount: true, moves: true })
  .extend({
    actors: z.array(userSchema.pick({ name: true, username: true, picture: true })),
    thread: z
      .object({ id: uuid, excerpt: z.string().max(pushExcerptMaxLength) })
      .nullable()
      .describe('The linked thread with an excerpt of its text'),
  })
  .meta({ id: 'PushMessage' });

/** Names only the conversation of a chat message, because it may appear on a locked screen. */
export const pushedChatSchema = z
  .object({
    type: z.literal('message'),
    id: uuid.describe('Id of the latest message'),
    count: z.number().int().describe('Unread messages in the conversation'),
    conversation: z.object({
      conversationId: uuid,
      title: z.string().describe('The name of the other member or of the group'),
      picture: z.string().nullable(),
      username: z.string().nullable().describe('The other member; null for a group'),
    }),
  })
  .meta({ id: 'PushedChat' });

export type PushedChat = z.infer<typeof pushedChatSchema>;
export type PushMessage = z.infer<typeof pushMessageSchema>;
export type Notification = z.infer<typeof notificationSchema>;
export type NotificationPolicy = z.infer<typeof notificationPolicySchema>;
export type FilteredNotifications = z.infer<typeof filteredNotificationsSchema>;
export type NotificationType = z.infer<typeof notificationTypeSchema>;
