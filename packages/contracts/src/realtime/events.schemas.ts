import { z } from 'zod';
import type { streamEventNames } from '../constants.ts';
import { chatMessageSchema } from '../chat/index.ts';
import { isoTime, uuid } from '../http/index.ts';
import { unreadCountMax } from '../limits.ts';
import { notificationSchema } from '../notifications/index.ts';
import { threadSchema } from '../threads/index.ts';

/**
 * Schemas of the stream's events, by event name. Only `message` has an id, the id of the message,
 * after which a reconnected stream resumes.
 */
export const streamEventSchemas = {
  connected: z.object({ userId: uuid, serverTime: isoTime }),
  /**
   * Sent to all streams of all members. A message of the type `system` is about a change of a group. `isRequest`
   * marks a message request, which clients neither count as unread nor announce.
   */
  message: chatMessageSchema,
  /** A member has read a conversation up to a message. Sent to the reader and the senders of the messages. */
  read: z.object({
    conversationId: uuid,
    userId: uuid.describe('The user who read'),
    upTo: uuid.describe('Id of the last message that was read'),
  }),
  /** A message was deleted by its sender. */
  'message.deleted': z.object({ conversationId: uuid, messageId: uuid }),
  /** The text of a message or the reactions to it have changed. Events may arrive in any order: see `revision`. */
  messageChanged: chatMessageSchema,
  /**
   * The user has changed or cleared a conversation in another browser, or deleted a message of a
   * blocked conversation. Or a group has changed, or the user is no longer a member: then it returns a 404.
   * The sender of a message request also gets this event when the receiver accepts it, and after the last message
   * that the sender can send until then. The client reloads the conversation.
   */
  conversation: z.object({ conversationId: uuid }),
  /** The draft of a conversation was saved: clients with a lower revision load it. */
  draft: z.object({ conversationId: uuid, revision: z.number().int() }),
  /** Another member is typing. */
  typing: z.object({ conversationId: uuid, userId: uuid }),
  notification: z.object({
    unreadCount: z
      .number()
      .int()
      .max(unreadCountMax)
      .describe(`${unreadCountMax} means ${unreadCountMax} or more`),
    notification: notificationSchema.nullable().describe('The latest unread notification'),
  }),
  feed: z.object({
    newCount: z.number().int().describe('New threads in the Following feed since the last event'),
  }),
  /**
   * A thread or reply was edited, or its quoted thread was removed by the author of that thread. Sent to users who may
   * see it, once for several changes within a second, and not at all if too many threads change. The client loads it
   * again if its page is open, after a random delay.
   */
  threadChanged: z.object({ threadId: uuid }),
  /**
   * The user has liked, bookmarked, reposted or reacted to a thread, or undone it, in any browser or app. Clients
   * change the copies that they show.
   */
  engagement: z.object({
    threadId: uuid,
    change: z.union([
      threadSchema.pick({ isLiked: true, likesCount: true }),
      threadSchema.pick({ isBookmarked: true }),
      threadSchema.pick({ isReposted: true, repostsCount: true }),
      threadSchema.pick({ myReaction: true, reactions: true }),
    ]),
  }),
  /** Too many messages were missed to be replayed: reload everything. */
  reset: z.object({}),
  /** Sent every 25 seconds to detect dead connections. */
  heartbeat: z.object({}),
  /**
   * The last event of a stream that is closed because the user has too many newer ones. Do not
   * reconnect at once: that would close another stream.
   */
  superseded: z.object({}),
} as const satisfies Record<(typeof streamEventNames)[number], z.ZodType>;

export type StreamEventName = (typeof streamEventNames)[number];
export type StreamEvents = {
  [Name in StreamEventName]: z.infer<(typeof streamEventSchemas)[Name]>;
};
