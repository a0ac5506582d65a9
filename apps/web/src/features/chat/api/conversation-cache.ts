import type { ChatMessage, Conversation, ConversationSettings } from '@skein/contracts/chat';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { isNamed } from '../model/conversation.ts';
import { chatKeys } from './chat-keys.ts';

type ConversationList = InfiniteData<Conversation[], string | null>;

const timers = new WeakMap<QueryClient, ReturnType<typeof setTimeout>>();
/** The lists of all folders. */
const listsKey = chatKeys.conversations.slice(0, 2);
// Several messages within this time cause one refetch.
const batchMs = 200;

/** Refetches the conversation list and the unread count. */
export function invalidateChats(client: QueryClient): void {
  clearTimeout(timers.get(client));
  const invalidate = () => void client.invalidateQueries({ queryKey: chatKeys.all });
  timers.set(client, setTimeout(invalidate, batchMs));
}

/** Moves the conversation of a message to the top and counts it as unread. Idempotent. */
export function applyMessage(client: QueryClient, viewerId: string, message: ChatMessage): void {
  const { conversationId } = message;
  const known = findConversation(client, conversationId);
  if (!known) {
    // The server alone knows whether a message of an unlisted conversation counts as unread.
    invalidateChats(client);
    return;
  }
  if (known.lastMessage !== null && known.lastMessage.id >= message.id) return;
  const isUnread = countsAsUnread(message, viewerId) && !known.settings.isIgnored;
  if (isUnread) changeUnreadCount(client, 1);
  const unreadCount = known.unreadCount + (isUnread ? 1 : 0);
  const isMentioned = isUnread && message.mentions.includes(viewerId);
  const latest = {
    ...known,
    lastMessage: message,
    unreadCount,
    ...(isMentioned && { hasUnreadMention: true }),
  };
  patchList(client, ([first = [], ...others]) => {
    const isOther = (item: Conversation) => item.conversationId !== conversationId;
    return [[latest, ...first.filter(isOther)], ...others.map((page) => page.filter(isOther))];
  });
}

function countsAsUnread(message: ChatMessage, viewerId: string): boolean {
  // In a group, another member may have read it.
  const isRead = message.isRead && !message.group;
  const isAdded =
    message.event?.type === 'members_added' &&
    message.event.users.some(({ id }) => id === viewerId);
  return message.senderId !== viewerId && !isRead && (message.messageType !== 'system' || isAdded);
}

/** The viewer has read a conversation, here or elsewhere. */
export function applyRead(client: QueryClient, conversationId: string, upTo: string): void {
  const known = findConversation(client, conversationId);
  if (known && (known.lastMessage === null || known.lastMessage.id <= upTo)) {
    if (known.unreadCount === 0) return;
    changeUnreadCount(client, -known.unreadCount);
    patchConversation(client, conversationId, { unreadCount: 0, hasUnreadMention: false });
  } else {
    // The server alone knows how many unread messages remain.
    invalidateChats(client);
  }
}

/** Shows the new version of the last message of a conversation. */
export function applyChange(client: QueryClient, message: ChatMessage): void {
  const getRevision = ({ revision }: ChatMessage) => revision;
  patchEach(client, (item) =>
    item.lastMessage?.id === message.id && getRevision(item.lastMessage) < getRevision(message)
      ? { ...item, lastMessage: message }
      : item,
  );
}

/** Marks the last message of a conversation as deleted, or reverts that. */
export function applyDeletion(client: QueryClient, messageId: string, isDeleted: boolean): void {
  patchEach(client, (item) =>
    item.lastMessage?.id === messageId
      ? { ...item, lastMessage: { ...item.lastMessage, isDeleted } }
      : item,
  );
}

export function applySettings(
  client: QueryClient,
  conversationId: string,
  settings: ConversationSettings,
): void {
  patchConversation(client, conversationId, { settings });
}

/** Removes a conversation from the list. */
export function removeConversation(client: QueryClient, conversationId: string): void {
  const unreadCount = findConversation(client, conversationId)?.unreadCount ?? 0;
  changeUnreadCount(client, -unreadCount);
  patchList(client, (pages) =>
    pages.map((page) => page.filter((item) => item.conversationId !== conversationId)),
  );
}

/** Finds a conversation in the cached list by one of its names. */
export function findConversation(client: QueryClient, name: string): Conversation | undefined {
  const list = client.getQueryData<ConversationList>(chatKeys.conversations);
  return list?.pages.flat().find((item) => isNamed(item, name));
}

function patchConversation(
  client: QueryClient,
  conversationId: string,
  patch: Partial<Conversation>,
): void {
  patchEach(client, (item) =>
    item.conversationId === conversationId ? { ...item, ...patch } : item,
  );
}

function patchEach(client: QueryClient, patch: (item: Conversation) => Conversation): void {
  client.setQueriesData<ConversationList>(
    { queryKey: listsKey },
    (list) => list && { ...list, pages: list.pages.map((page) => page.map(patch)) },
  );
  refetchIfFetching(client);
}

function patchList(
  client: QueryClient,
  patch: (pages: Conversation[][]) => Conversation[][],
): void {
  client.setQueryData<ConversationList>(
    chatKeys.conversations,
    (list) => list && { ...list, pages: patch(list.pages) },
  );
  refetchIfFetching(client);
}

function changeUnreadCount(client: QueryClient, change: number): void {
  client.setQueryData<{ count: number; requestsCount: number }>(
    chatKeys.unreadCount,
    (unread) => unread && { ...unread, count: Math.max(0, unread.count + change) },
  );
  refetchIfFetching(client);
}

/** A running fetch may return the state before the change and overwrite it. */
function refetchIfFetching(client: QueryClient): void {
  if (client.isFetching({ queryKey: chatKeys.all }) > 0) invalidateChats(client);
}
