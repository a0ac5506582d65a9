import { z } from 'zod';
import {
  booleanField,
  defineRoute,
  limitQuery,
  pageOf,
  pageQuery,
  successSchema,
  textField,
  uuid,
  wireText,
} from '../http/index.ts';
import {
  chatPageSize,
  clientMessageIdMaxLength,
  serverMessageIdPrefix,
  conversationsLimit,
  messageMaxLength,
} from '../limits.ts';
import { userSchema, userParams } from '../users/index.ts';
import {
  chatMessageSchema,
  conversationSchema,
  conversationSettingsSchema,
  messageTypeSchema,
} from './chat.schemas.ts';

export const sendMessage = defineRoute({
  id: 'sendMessage',
  method: 'POST',
  path: '/chat/send',
  takesIdempotencyKey: true,
  tag: 'Chat',
  summary: 'Send a message',
  description:
    'Anyone may write to a public account; to a private one, those it follows or has written to. The same `clientMessageId` or `Idempotency-Key` again returns the message that was created first.',
  auth: 'bearer',
  limit: 'messages',
  body: {
    kind: 'json',
    schema: z.object({
      receiverId: uuid,
      content: textField({ max: messageMaxLength, label: 'A message' }).default(''),
      messageType: messageTypeSchema.default('text'),
      mediaUrl: wireText('The address of the file')
        .nullish()
        .describe('From `POST /posts/with-media`, of the same person; needed unless it is a text'),
      clientMessageId: wireText('The name of the message')
        .min(1, { error: 'The name of the message may not be empty.' })
        .max(clientMessageIdMaxLength, {
          error: `The name of the message can be at most ${clientMessageIdMaxLength} characters long.`,
        })
        .refine((name) => !name.startsWith(serverMessageIdPrefix), {
          error: `The name of the message must not begin with "${serverMessageIdPrefix}".`,
        })
        .nullish(),
    }),
  },
  status: 201,
  response: chatMessageSchema,
  errors: ['validation_failed', 'forbidden', 'not_found', 'conflict'],
});

export const conversationPageSchema = pageOf(chatMessageSchema)
  .extend({
    user: userSchema.describe('With whom'),
    settings: conversationSettingsSchema,
    canWrite: z.boolean(),
    seenUpTo: uuid.nullable().describe("The last of the viewer's messages that the other has read"),
  })
  .meta({ id: 'ConversationPage' });

export type ConversationPage = z.infer<typeof conversationPageSchema>;

export const getConversation = defineRoute({
  id: 'getConversation',
  method: 'GET',
  path: '/chat/conversation/{userId}',
  tag: 'Chat',
  summary: 'The messages with a person',
  description:
    'Page 0 has the newest; inside a page the oldest stands first. Someone never written to has an empty page.',
  auth: 'bearer',
  params: userParams,
  query: pageQuery({ defaultSize: chatPageSize }),
  status: 200,
  response: conversationPageSchema,
  errors: ['not_found'],
});

export const listConversations = defineRoute({
  id: 'listConversations',
  method: 'GET',
  path: '/chat/conversations',
  tag: 'Chat',
  summary: 'The conversations, the latest first',
  auth: 'bearer',
  query: limitQuery({ defaultLimit: conversationsLimit }).extend({
    before: uuid
      .optional()
      .describe("Only older ones than this: the id of a conversation's last message"),
  }),
  status: 200,
  response: z.array(conversationSchema),
});

export const countUnreadMessages = defineRoute({
  id: 'countUnreadMessages',
  method: 'GET',
  path: '/chat/unread-count',
  tag: 'Chat',
  summary: 'How many messages are unread, in all conversations together',
  auth: 'bearer',
  status: 200,
  response: z.object({ count: z.number().int() }),
});

export const markMessagesRead = defineRoute({
  id: 'markMessagesRead',
  method: 'PUT',
  path: '/chat/mark-read/{id}',
  tag: 'Chat',
  summary: 'Mark messages as read',
  description:
    'With the id of a person the whole conversation, with that of a message up to there.',
  auth: 'bearer',
  limit: 'reads',
  params: z.object({ id: z.string() }),
  status: 200,
  response: successSchema.extend({
    unreadCount: z.number().int().describe('Left in this conversation'),
  }),
  errors: ['not_found'],
});

export const sendTyping = defineRoute({
  id: 'sendTyping',
  method: 'POST',
  path: '/chat/typing/{userId}',
  takesIdempotencyKey: false,
  tag: 'Chat',
  summary: 'Tell a person that one is writing to them',
  description: 'Counts for some seconds; told only to those one may write to.',
  auth: 'bearer',
  limit: 'reads',
  params: userParams,
  status: 200,
  response: successSchema,
  errors: ['validation_failed', 'forbidden', 'not_found'],
});

export const updateConversationSettings = defineRoute({
  id: 'updateConversationSettings',
  method: 'PUT',
  path: '/chat/conversation/{userId}/settings',
  tag: 'Chat',
  summary: 'Mute or ignore a conversation',
  description: 'For the viewer alone; what is absent stays as it is.',
  auth: 'bearer',
  params: userParams,
  body: {
    kind: 'json',
    schema: z.object({ isMuted: booleanField.optional(), isIgnored: booleanField.optional() }),
  },
  status: 200,
  response: successSchema.extend({ settings: conversationSettingsSchema }),
  errors: ['validation_failed', 'not_found'],
});

export const clearConversation = defineRoute({
  id: 'clearConversation',
  method: 'DELETE',
  path: '/chat/conversation/{userId}',
  tag: 'Chat',
  summary: 'Clear a conversation for oneself alone',
  auth: 'bearer',
  params: userParams,
  status: 200,
  response: successSchema,
  errors: ['not_found'],
});

export const deleteMessage = defineRoute({
  id: 'deleteMessage',
  method: 'DELETE',
  path: '/chat/messages/{messageId}',
  tag: 'Chat',
  summary: "Take one's own message back, for both",
  description: 'Within 48 hours; later it is refused. Again it changes nothing.',
  auth: 'bearer',
  params: z.object({ messageId: z.string() }),
  status: 200,
  response: successSchema,
  errors: ['forbidden', 'not_found'],
});
