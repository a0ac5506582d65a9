import * as routes from '@skein/contracts/routes';
import type {
  ChatMessage,
  Conversation,
  ConversationFields,
  GroupDetails,
  getConversation,
} from '@skein/contracts/chat';
import type { User } from '@skein/contracts/users';
import type { RouteResponse } from '@skein/contracts/http';
import { mockRoute, server } from './api.ts';
import { aListedUser } from './users.ts';
import { aUser, givenSession } from './session.ts';
import { aUsersPage } from './settings.ts';
import { anId } from './threads.ts';

const done = { success: true, message: 'Done.' } as const;

/** The settings of a conversation that the user has not changed. */
export const initialSettings = {
  isMuted: true,
  isIgnored: false,
  isPinned: false,
  isMentionMuted: false,
};

/** What a test states about a group. */
export type Group = Pick<GroupDetails, 'id' | 'name' | 'picture' | 'membersCount' | 'isAdmin'>;

type ConversationPage = RouteResponse<typeof getConversation>;

/** The other member of test conversations. */
export const ada = aListedUser({ name: 'Ada Weaver', username: 'ada' });

/** The id of the conversation with Ada. */
export const adaConversationId = anId();

/** The fields of the conversation with Ada or another user, or of a group. */
export function conversationFields(user: User | null = ada, group: Group | null = null) {
  return group === null ? directFields(user) : groupFields(group);
}

function groupFields({ id, name, picture, membersCount, isAdmin }: Group): ConversationFields {
  return {
    conversationId: id,
    kind: 'group',
    title: name,
    picture,
    user: null,
    membersCount,
    isAdmin,
  };
}

function directFields(user: User | null): ConversationFields {
  const { id = '', name = '', picture = null } = user ?? {};
  const conversationId = user === ada ? adaConversationId : `${id}-conversation`;
  const direct = { conversationId, kind: 'direct', title: name, picture, user } as const;
  return { ...direct, membersCount: 2, isAdmin: false };
}

/** A message of Ada's, newer than all created before. */
export function aChatMessage(fields: Partial<ChatMessage> = {}): ChatMessage {
  const id = anId();
  return {
    id,
    conversationId: adaConversationId,
    content: `ChatMessage ${id.slice(-4)}`,
    senderId: ada.id,
    senderName: 'Ada Weaver',
    senderAvatar: null,
    receiverId: 'viewer',
    receiverName: 'Grace Loom',
    receiverAvatar: null,
    group: null,
    messageType: 'text',
    event: null,
    mentions: [],
    isHidden: false,
    isRequest: false,
    mediaUrl: null,
    media: null,
    attachments: fields.media ? [fields.media] : [],
    isRead: false,
    isDeleted: false,
    clientMessageId: null,
    createdAt: '2026-11-20T10:00:00.000Z',
    editedAt: null,
    replyTo: null,
    sharedThreadId: null,
    card: null,
    reactions: [],
    revision: 0,
    ...fields,
  };
}

/** A page of the conversation with Ada. The last one unless `nextCursor` is given. */
export function aConversationPage<M extends ChatMessage>(
  content: M[],
  { group, user, ...fields }: Partial<ConversationPage> & { group?: Group | null } = {},
): ConversationPage & { content: M[] } {
  const { nextCursor = null } = fields;
  return {
    page: null,
    size: 50,
    last: nextCursor === null,
    nextCursor,
    ...conversationFields(user, group),
    settings: initialSettings,
    isRequest: false,
    draft: null,
    canWrite: true,
    sendsRequest: false,
    isAwaitingAnswer: false,
    canReact: true,
    hasNewer: false,
    undeliveredIds: [],
    seenUpTo: null,
    ...fields,
    content,
  };
}

/** A row of the conversation list. */
export function aConversation({
  group,
  user,
  ...fields
}: Partial<Conversation> & { group?: Group | null } = {}): Conversation {
  return {
    ...conversationFields(user, group),
    hasUnreadMention: false,
    lastMessage: aChatMessage(),
    unreadCount: 0,
    settings: initialSettings,
    isRequest: false,
    draft: null,
    ...fields,
  };
}

/** Signs a user in, serves conversations, and records sent messages and read receipts. */
export function givenChats(options: {
  conversations?: Conversation[];
  page?: Partial<ConversationPage> & { group?: Group | null };
  requestsCount?: number;
}) {
  const viewer = givenSession(aUser({ id: 'viewer' }));
  const { conversations = [aConversation()], page = {}, requestsCount = 0 } = options;
  const chats = {
    viewer,
    page: aConversationPage(page.content ?? [], page),
    sent: new Array<Record<string, unknown>>(),
    markedRead: new Array<string>(),
  };
  server.use(
    mockRoute(routes.getCurrentUser, () => viewer),
    mockRoute(routes.countUnreadMessages, () => ({
      count: 0,
      requestsCount,
    })),
    mockRoute(routes.listConversations, ({ url }) => {
      const q = new URL(url).searchParams.get('q')?.toLowerCase() ?? '';
      return conversations.filter(({ title }) => title.toLowerCase().includes(q));
    }),
    mockRoute(routes.searchMessages, () => ({
      content: [],
      page: 0,
      size: 10,
      last: true,
      nextCursor: null,
    })),
    mockRoute(routes.listFollowers, () => aUsersPage([])),
    mockRoute(routes.getConversation, () => chats.page),
    mockRoute(routes.saveMessageDraft, () => ({
      ...done,
      revision: 1,
    })),
    mockRoute(routes.sendTyping, () => done),
    // Offered to a viewer without conversations, and searched.
    mockRoute(routes.listFollowing, () => aUsersPage([])),
    mockRoute(routes.markMessagesRead, ({ url }) => {
      chats.markedRead.push(url.slice(url.lastIndexOf('/') + 1));
      return { ...done, unreadCount: 0 };
    }),
    mockRoute(routes.sendMessage, async (request) => {
      // The contract types the request body.
      const body = (await request.json()) as Record<string, unknown>;
      chats.sent.push(body);
      return aChatMessage({
        content: String(body['content']),
        clientMessageId: String(body['clientMessageId']),
        senderId: viewer.id,
        receiverId: ada.id,
        createdAt: new Date().toISOString(),
      });
    }),
  );
  return chats;
}
