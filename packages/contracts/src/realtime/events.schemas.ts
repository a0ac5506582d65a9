import { z } from 'zod';
import { chatMessageSchema } from '../chat/index.ts';
import { isoTime, uuid } from '../http/index.ts';
import { unreadCountMax } from '../limits.ts';
import { notificationSchema } from '../notifications/index.ts';

/**
 * What the event stream carries, by the name of the event. Only `message` has an id: that of the
 * message, after which a stream that was cut goes on.
 */
export const streamEventSchemas = {
  connected: z.object({ userId: uuid, serverTime: isoTime }),
  /** Of both people, to every open device of both. */
  message: chatMessageSchema,
  /** Someone has read a conversation up to a message: to both people. */
  read: z.object({
    userId: uuid.describe('Who read'),
    partnerId: uuid.describe("With whom the stream's owner has this conversation"),
    upTo: uuid.describe('The last message that was read'),
  }),
  /** A message was taken back by its sender. */
  unsent: z.object({ messageId: uuid, partnerId: uuid }),
  /**
   * The stream's owner has changed their own side of a conversation, at one of their browsers: set
   * it, cleared it, or done across a block what the other is not told of. To be read anew.
   */
  conversation: z.object({ partnerId: uuid }),
  typing: z.object({ userId: uuid }),
  notification: z.object({
    unreadCount: z
      .number()
      .int()
      .max(unreadCountMax)
      .describe(`${unreadCountMax} stands for as many or more`),
    notification: notificationSchema.nullable().describe('The latest unread one'),
  }),
  feed: z.object({ newCount: z.number().int().describe('In the Following feed, since the last') }),
  /** Too much was missed to be sent again: read everything anew. */
  reset: z.object({}),
  /** Comes now and then: where it stays away, the connection is dead. */
  heartbeat: z.object({}),
  /**
   * The last event of a stream, before it is closed for there being too many newer ones of the same
   * person: whoever opens it again at once only closes another.
   */
  superseded: z.object({}),
} as const;

export type StreamEventName = keyof typeof streamEventSchemas;
export type StreamEvents = {
  [Name in StreamEventName]: z.infer<(typeof streamEventSchemas)[Name]>;
};
