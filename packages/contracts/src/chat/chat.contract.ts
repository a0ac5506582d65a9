import { z } from 'zod';
import {
  booleanField,
  defineRoute,
  issueMessage,
  limitQuery,
  pageSchema,
  pageQuery,
  queryBoolean,
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
  unreadCountMax,
} from '../limits.ts';
import { messageAttachments } from './attachments.ts';
import {
  chatMessageSchema,
  conversationFields,
  conversationParams,
  conversationSchema,
  conversationSettingsSchema,
  draftField,
  isRequestField,
  messageTypeSchema,
  searchText,
} from './chat.schemas.ts';

export const pinnedConversationsMax = 5;

/** Off by default, because a client for conversations of two users expects a `user` in each. */
export const groupsField = queryBoolean.describe(
  'Whether the response contains groups, whose `user` is null',
);

export const sendMessage = defineRoute({
  id: 'sendMessage',
  method: 'POST',
  path: '/chat/send',
  takesIdempotencyKey: true,
  tag: 'Chat',
  summary: 'Send a message',
  description:
    'Anyone can message a public account, unless its `messagePermission` says otherwise. A private account can be messaged by users it follows or has messaged. If the messages wait as a request, at most 5 can be sent before an answer. Members of a group can write to it, with `conversationId` instead of `receiverId`. Repeating a `clientMessageId` or `Idempotency-Key` returns the message that was created first. A message to an account of another server is sent there.',
  auth: 'bearer',
  limit: 'messages',
  awaitedBy: 'viewer',
  body: {
    kind: 'json',
    schema: z
      .object({
        receiverId: uuid.optional().describe('The other user'),
        conversationId: uuid.optional().describe('A conversation, instead of `receiverId`'),
        content: textField({ max: messageMaxLength, label: 'error.label.message' }).default(''),
        messageType: messageTypeSchema.default('text'),
        mediaUrl: wireText('error.label.fileAddress')
          .nullish()
          .describe(
            'From `POST /posts/with-media` by the same user; required unless `messageType` is `text` or there are `attachments`',
          ),
        attachments: messageAttachments,
        replyToId: uuid.nullish().describe('The message of the same conversation to quote'),
        sharedThreadId: uuid
          .nullish()
          .describe('A thread to share, which the sender may see; the text may then be empty'),
        clientMessageId: wireText('error.label.messageName')
          .min(1, { error: issueMessage('error.messageNameEmpty') })
          .max(clientMessageIdMaxLength, {
            error: issueMessage('error.messageNameTooLong', { max: clientMessageIdMaxLength }),
          })
          .refine((name) => !name.startsWith(serverMessageIdPrefix), {
            error: issueMessage('error.messageNameReserved', { prefix: serverMessageIdPrefix }),
          })
          .nullish(),
      })
      .refine(
        (message) => (message.receiverId === undefined) !== (message.conversationId === undefined),
        {
          path: ['receiverId'],
          error: issueMessage('error.messageReceiver'),
        },
      ),
  },
  status: 201,
  response: chatMessageSchema,
  errors: ['email_not_verified', 'validation_failed', 'forbidden', 'not_found', 'conflict'],
});

export const conversationPageSchema = pageSchema(chatMessageSchema)
  .extend({
    ...conversationFields,
    settings: conversationSettingsSchema,
    isRequest: isRequestField,
    draft: draftField,
    canWrite: z.boolean(),
    isAwaitingAnswer: z
      .boolean()
      .describe('The other member has to accept or answer before the viewer can write more'),
    sendsRequest: z
      .boolean()
      .describe(
        'The next message waits as a request until the other member accepts. False if the viewer may not know that',
      ),
    canReact: z
      .boolean()
      .describe('Both may write, and neither has yet to accept the messages of the other'),
    hasNewer: z
      .boolean()
      .describe('There are messages after this page; false without `around` and `after`'),
    undeliveredIds: z.array(uuid).describe('Own messages that the other server did not accept'),
    seenUpTo: uuid
      .nullable()
      .describe(
        "The last of the viewer's messages that the other member, or one of them, has read",
      ),
  })
  .meta({ id: 'ConversationPage' });

export type ConversationPage = z.infer<typeof conversationPageSchema>;

export const getConversation = defineRoute({
  id: 'getConversation',
  method: 'GET',
  path: '/chat/conversation/{userId}',
  tag: 'Chat',
  summary: 'List the messages of a conversation',
  description:
    'Page 0 has the newest messages; within a page the oldest is first. Without messages the page is empty. `around` and `after` start at any message that the viewer still sees, and return a 404 for others; `nextCursor` always leads to older messages.',
  auth: 'bearer',
  reads: 'replica',
  params: conversationParams,
  query: pageQuery({ defaultSize: chatPageSize }).safeExtend({
    around: uuid.optional().describe('A message: the page contains it and as many before as after'),
    after: uuid.optional().describe('A message: the page contains the next ones'),
  }),
  status: 200,
  response: conversationPageSchema,
  errors: ['not_found'],
});

export const listConversations = defineRoute({
  id: 'listConversations',
  method: 'GET',
  path: '/chat/conversations',
  tag: 'Chat',
  summary: 'List conversations, pinned ones first, then latest first',
  auth: 'bearer',
  reads: 'replica',
  query: limitQuery({ defaultLimit: conversationsLimit }).extend({
    folder: z
      .enum(['inbox', 'requests'])
      .default('inbox')
      .describe('`requests`: messages of users and groups that the viewer has not accepted yet'),
    groups: groupsField,
    q: searchText.describe('Only conversations with this text in their name or username'),
    before: uuid
      .optional()
      .describe(
        "Only conversations listed after this one: the id of a conversation's last message",
      ),
  }),
  status: 200,
  response: z.array(conversationSchema),
});

export const countUnreadMessages = defineRoute({
  id: 'countUnreadMessages',
  method: 'GET',
  path: '/chat/unread-count',
  tag: 'Chat',
  summary: 'Count unread messages in all conversations',
  auth: 'bearer',
  reads: 'replica',
  status: 200,
  response: z.object({
    count: z.number().int().describe('Without those of requests'),
    requestsCount: z
      .number()
      .int()
      .max(unreadCountMax)
      .describe(`${unreadCountMax} means ${unreadCountMax} or more`),
  }),
});

export const markMessagesRead = defineRoute({
  id: 'markMessagesRead',
  method: 'PUT',
  path: '/chat/mark-read/{id}',
  tag: 'Chat',
  summary: 'Mark messages as read',
  description:
    'The id of the other user or of the conversation marks the whole conversation, a message id the messages up to it. The senders of the messages get the event `read`.',
  auth: 'bearer',
  limit: 'reads',
  whenFrozen: 'allowed',
  awaitedBy: 'viewer',
  params: z.object({ id: z.string() }),
  status: 200,
  response: successSchema.extend({
    unreadCount: z.number().int().describe('Unread messages that remain in this conversation'),
  }),
  errors: ['not_found'],
});

export const sendTyping = defineRoute({
  id: 'sendTyping',
  method: 'POST',
  path: '/chat/typing/{userId}',
  takesIdempotencyKey: false,
  tag: 'Chat',
  summary: 'Send a typing indicator',
  description:
    'Lasts a few seconds. The other members get the event `typing`, in a direct conversation if you can message them.',
  auth: 'bearer',
  limit: 'reads',
  awaitedBy: 'viewer',
  params: conversationParams,
  status: 200,
  response: successSchema,
  errors: ['validation_failed', 'forbidden', 'not_found'],
});

export const updateConversationSettings = defineRoute({
  id: 'updateConversationSettings',
  method: 'PUT',
  path: '/chat/conversation/{userId}/settings',
  tag: 'Chat',
  summary: 'Mute, ignore or pin a conversation',
  description: `Affects only the viewer. A mention in a muted group notifies the viewer unless \`isMentionMuted\` is set. Absent settings are unchanged. At most ${pinnedConversationsMax} conversations can be pinned, otherwise a 409. Deleting a conversation unpins it.`,
  auth: 'bearer',
  whenFrozen: 'allowed',
  awaitedBy: 'viewer',
  params: conversationParams,
  body: {
    kind: 'json',
    schema: z.object({
      isMuted: booleanField.optional(),
      isIgnored: booleanField.optional(),
      isPinned: booleanField.optional(),
      isMentionMuted: booleanField.optional().describe('Without effect outside of groups'),
    }),
  },
  status: 200,
  response: successSchema.extend({ settings: conversationSettingsSchema }),
  errors: ['validation_failed', 'not_found', 'conflict'],
});

export const acceptMessageRequest = defineRoute({
  id: 'acceptMessageRequest',
  method: 'POST',
  path: '/chat/requests/{userId}/accept',
  takesIdempotencyKey: false,
  tag: 'Chat',
  summary: 'Accept the messages of a user or group',
  description: 'Moves the conversation to the inbox. Sending a message also accepts them.',
  auth: 'bearer',
  params: conversationParams,
  status: 200,
  response: successSchema,
  errors: ['not_found'],
});

export const declineMessageRequest = defineRoute({
  id: 'declineMessageRequest',
  method: 'POST',
  path: '/chat/requests/{userId}/decline',
  takesIdempotencyKey: false,
  tag: 'Chat',
  summary: 'Decline the messages of a user or group',
  description:
    'Declining a group leaves it; its admins cannot add you again. Otherwise removes the request. Further messages of the user stay hidden, without their knowledge, until the viewer follows or writes to them. Reporting the user or a message also declines.',
  auth: 'bearer',
  whenFrozen: 'allowed',
  params: conversationParams,
  status: 200,
  response: successSchema,
  errors: ['not_found'],
});

export const clearConversation = defineRoute({
  id: 'clearConversation',
  method: 'DELETE',
  path: '/chat/conversation/{userId}',
  tag: 'Chat',
  summary: 'Clear a conversation for yourself',
  auth: 'bearer',
  whenFrozen: 'allowed',
  params: conversationParams,
  status: 200,
  response: successSchema,
  errors: ['not_found'],
});
