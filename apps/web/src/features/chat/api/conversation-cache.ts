import type { ChatMessage, Conversation, ConversationSettings } from '@skein/contracts/chat';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
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
  const isIncoming = message.receiverId === viewerId;
  const partnerId = isIncoming ? message.senderId : message.receiverId;
  const known = findConversation(client, partnerId);
  if (!known) {
    // Only the server knows whether a message of an unlisted conversation counts as unread.
    invalidateChats(client);
    return;
  }
  if (known.lastMessage !== null && known.lastMessage.id >= message.id) return;
  const isUnread = isIncoming && !message.isRead && !known.settings.isIgnored;
  if (isUnread) changeUnreadCount(client, 1);
  const unreadCount = known.unreadCount + (isUnread ? 1 : 0);
  const latest = { ...known, lastMessage: message, unreadCount };
  patchList(client, ([first = [], ...others]) => {
    const isOther = ({ user }: Conversation) => user.id !== partnerId;
    return [[latest, ...first.filter(isOther)], ...others.map((page) => page.filter(isOther))];
  });
}

/** The viewer has read a conversation, here or elsewhere. */
export function applyRead(client: QueryClient, partnerId: string, upTo: string): void {
  const known = findConversation(client, partnerId);
  if (known && (known.lastMessage === null || known.lastMessage.id <= upTo)) {
    if (known.unreadCount === 0) return;
    changeUnreadCount(client, -known.unreadCount);
    patchConversation(client, partnerId, { unreadCount: 0 });
  } else {
    // Only the server knows how many unread messages remain.
    invalidateChats(client);
  }
}

/** Shows the new version of the last message of a conversation. */
export function applyChange(client: QueryClient, message: ChatMessage): void {
  const revisionOf = ({ revision = 0 }: ChatMessage) => revision;
  patchEach(client, (item) =>
    item.lastMessage?.id === message.id && revisionOf(item.lastMessage) < revisionOf(message)
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
  partnerId: string,
  settings: ConversationSettings,
): void {
  patchConversation(client, partnerId, { settings });
}

/** Removes a conversation from the list. */
export function removeConversation(client: QueryClient, partnerId: string): void {
  const unreadCount = findConversation(client, partnerId)?.unreadCount ?? 0;
  changeUnreadCount(client, -unreadCount);
  patchList(client, (pages) =>
    pages.map((page) => page.filter(({ user }) => user.id !== partnerId)),
  );
}

/** Finds a conversation in the cached list. */
export function findConversation(client: QueryClient, partnerId: string): Conversation | undefined {
  const list = client.getQueryData<ConversationList>(chatKeys.conversations);
  return list?.pages.flat().find(({ user }) => user.id === partnerId);
}

function patchConversation(
  client: QueryClient,
  partnerId: string,
  patch: Partial<Conversation>,
): void {
  patchEach(client, (item) => (item.user.id === partnerId ? { ...item, ...patch } : item));
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
