import { z } from 'zod';
import { isoTime, uuid } from '../http/index.ts';
import { pushExcerptMaxLength } from '../limits.ts';
import { threadSchema } from '../threads/index.ts';
import { userSchema } from '../users/index.ts';

export const notificationTypeSchema = z.enum([
  'like',
  'reaction',
  'reply',
  'mention',
  'repost',
  'quote',
  'follow',
  'follow_request',
  'follow_approved',
  'poll_ended',
]);

/**
 * Acts of one type upon one thread (or upon the viewer) are one notification, until it is read: what
 * comes after is another one.
 */
export const notificationSchema = z
  .object({
    id: uuid.describe('Of the latest act in it'),
    type: notificationTypeSchema,
    actors: z
      .array(userSchema)
      .describe("The latest first, at most three; nobody where one's own poll has ended"),
    actorsCount: z.number().int(),
    thread: threadSchema
      .nullable()
      .describe(
        "What was liked, reacted to, reposted or voted on; of 'reply', 'mention' and 'quote' the new thread",
      ),
    followRequest: z
      .object({ id: uuid, status: z.enum(['pending', 'approved', 'rejected']) })
      .nullable()
      .describe("Of 'follow_request', which one each"),
    createdAt: isoTime.describe('Of the latest act'),
    isRead: z.boolean(),
  })
  .meta({ id: 'Notification' });

/**
 * What is pushed to a browser, as JSON: enough to be shown in the reader's language without asking
 * anything more, and small enough for every push service.
 */
export const pushMessageSchema = notificationSchema
  .pick({ id: true, type: true, actorsCount: true })
  .extend({
    actors: z.array(userSchema.pick({ name: true, username: true, picture: true })),
    thread: z
      .object({ id: uuid, excerpt: z.string().max(pushExcerptMaxLength) })
      .nullable()
      .describe('What it leads to, with the beginning of its text'),
  })
  .meta({ id: 'PushMessage' });

/** Of messages pushed there is only told who has written: it may show on a locked screen. */
export const pushedChatSchema = z
  .object({
    type: z.literal('message'),
    id: uuid.describe('Of the latest message'),
    count: z.number().int().describe('Of unread messages in the conversation'),
    sender: userSchema.pick({ id: true, name: true, username: true, picture: true }),
  })
  .meta({ id: 'PushedChat' });

export type PushedChat = z.infer<typeof pushedChatSchema>;
export type PushMessage = z.infer<typeof pushMessageSchema>;
export type Notification = z.infer<typeof notificationSchema>;
export type NotificationType = z.infer<typeof notificationTypeSchema>;
