import { z } from 'zod';
import { messageTypes } from '../constants.ts';
import { isoTime, limitedText, uuid } from '../http/index.ts';
import { searchQueryMaxLength } from '../limits.ts';
import { mediaSchema } from '../media/index.ts';
import { linkCardSchema } from '../threads/index.ts';
import { userSchema } from '../users/index.ts';
import { groupEventSchema } from './groups.schemas.ts';

export const messageTypeSchema = z.enum(messageTypes);

/** Includes messages that nobody has written. */
const anyMessageTypeSchema = z.enum([...messageTypes, 'system']);

export const chatMessageSchema = z
  .object({
    id: uuid,
    conversationId: uuid,
    content: z.string(),
    senderId: uuid.nullable().describe('In a group, null if the account of the sender was deleted'),
    senderName: z
      .string()
      .describe(
        'Across a block, the name at the time of the block; `Unknown User` for a deleted account',
      ),
    senderAvatar: z.string().nullable(),
    receiverId: uuid.nullable().describe('The user who received it; null in a group'),
    receiverName: z
      .string()
      .nullable()
      .describe('Across a block, the name at the time of the block; null in a group'),
    receiverAvatar: z.string().nullable(),
    group: z
      .object({ name: z.string(), picture: z.string().nullable() })
      .nullable()
      .describe('The group of the message; null between two users'),
    messageType: anyMessageTypeSchema.describe(
      '`system`: a change of a group, described by `event`, without content',
    ),
    event: groupEventSchema.nullable(),
    mentions: z
      .array(uuid)
      .describe('Members of the group whose username follows an `@` in the text'),
    isHidden: z
      .boolean()
      .describe(
        'In a group, without content and file: the viewer has blocked the sender, or the account is suspended',
      ),
    mediaUrl: z.string().nullable(),
    media: mediaSchema.nullable().describe('The file of `mediaUrl` with its metadata'),
    attachments: z.array(mediaSchema).describe('All files; the first is also `media`'),
    isRequest: z
      .boolean()
      .describe(
        'Part of a message request: the viewer has neither accepted it nor answered. Not counted as unread, and without a system notification',
      ),
    isRead: z.boolean().describe('By the receiver; in a group, by another member'),
    isDeleted: z.boolean().describe('Deleted by its sender: without content and file'),
    clientMessageId: z
      .string()
      .nullable()
      .describe("The sender's own identifier; null for the receiver"),
    createdAt: isoTime,
    replyTo: z
      .object({
        id: uuid,
        senderId: uuid.nullable(),
        content: z.string().describe('The beginning of its text'),
        messageType: anyMessageTypeSchema,
        isDeleted: z
          .boolean()
          .describe('Deleted, cleared, hidden, or older than the membership: without content'),
      })
      .nullable()
      .describe('The message that this one quotes'),
    sharedThreadId: uuid
      .nullable()
      .describe(
        'The thread that the message shares. `GET /threads/{threadId}` returns it to members who may see it',
      ),
    card: linkCardSchema
      .nullable()
      .describe(
        'The page of the first link, of a message with neither files nor a shared thread; arrives with the event `messageChanged`. Null until it was fetched, which is not done before a message request is accepted',
      ),
    editedAt: isoTime.nullable().describe('When its text was last edited'),
    reactions: z
      .array(z.object({ userId: uuid, emoji: z.string() }))
      .describe('At most one of each member'),
    revision: z
      .number()
      .int()
      .describe('Increases with each change of the message: a lower one is outdated'),
  })
  .meta({ id: 'ChatMessage' });

/** The unsent message of a conversation. */
export const messageDraftSchema = z
  .object({
    text: z.string(),
    replyTo: chatMessageSchema.shape.replyTo,
    revision: z.number().int().describe('Increases with each change: a lower one is outdated'),
  })
  .meta({ id: 'MessageDraft' });

export type MessageDraft = z.infer<typeof messageDraftSchema>;

export const draftField = messageDraftSchema
  .nullable()
  .describe("The viewer's unsent message; null if none has been saved");

/** The viewer's settings of a conversation. */
export const conversationSettingsSchema = z
  .object({
    isMuted: z
      .boolean()
      .describe('No system notifications. The default until the user enables them'),
    isIgnored: z.boolean().describe('Messages are not announced and count as read'),
    isPinned: z.boolean().describe('Listed before the other conversations'),
    isMentionMuted: z
      .boolean()
      .describe('While a group is muted, mentions cause no system notifications either'),
  })
  .meta({ id: 'ConversationSettings' });

export const isRequestField = z
  .boolean()
  .describe('The viewer has neither accepted the messages nor answered');

/** The server finds the conversation. A malformed id is a 404, not a 400. */
export const conversationParams = z.object({
  userId: z.string().describe('The id of the other user, or of the conversation'),
});

/** What a search looks for. Ignores case and accents. */
export const searchText = limitedText('error.label.text', searchQueryMaxLength).default('');

export const conversationKinds = ['direct', 'group'] as const;

/** What every response about a conversation contains. */
export const conversationFields = {
  conversationId: uuid.describe(
    'The routes of conversations take it, or the id of the other user. Two users have one before their first message',
  ),
  kind: z.enum(conversationKinds).describe('`direct`: of two users'),
  title: z.string().describe('The name of the group, or of the other member'),
  picture: z.string().nullable().describe('Of the group, or of the other member'),
  user: userSchema
    .nullable()
    .describe(
      'The other member; null for a group. Across a block, only the name at the time of the block, with an empty username',
    ),
  membersCount: z.number().int().describe('With the viewer'),
  isAdmin: z.boolean().describe('Whether the viewer is an admin of the group'),
};

export const conversationSchema = z
  .object({
    ...conversationFields,
    hasUnreadMention: z.boolean().describe('Unread messages of a group mention the viewer'),
    lastMessage: chatMessageSchema.nullable(),
    unreadCount: z.number().int(),
    settings: conversationSettingsSchema,
    isRequest: isRequestField,
    draft: draftField,
  })
  .meta({ id: 'Conversation' });

export type ChatMessage = z.infer<typeof chatMessageSchema>;
export type MessageType = z.infer<typeof messageTypeSchema>;
export type Conversation = z.infer<typeof conversationSchema>;
export type ConversationFields = Pick<Conversation, keyof typeof conversationFields>;
export type ConversationKind = (typeof conversationKinds)[number];
export type ConversationSettings = z.infer<typeof conversationSettingsSchema>;
