import { z } from 'zod';
import { isoTime, uuid } from '../http/index.ts';
import { threadSchema } from '../threads/index.ts';
import { personSchema } from '../users/index.ts';

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

/** Acts of one type upon one thread (or upon the viewer) are one notification. */
export const notificationSchema = z
  .object({
    id: uuid.describe('Of the latest act in it'),
    type: notificationTypeSchema,
    actors: z.array(personSchema).describe('The latest first, at most three'),
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

export type Notification = z.infer<typeof notificationSchema>;
export type NotificationType = z.infer<typeof notificationTypeSchema>;
