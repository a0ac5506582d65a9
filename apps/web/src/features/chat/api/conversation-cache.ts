import type { ChatMessage, Conversation, ConversationSettings } from '@skein/contracts/chat';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { chatKeys } from './chat-keys.ts';

type ConversationList = InfiniteData<Conversation[], string | null>;

const waiting = new WeakMap<QueryClient, ReturnType<typeof setTimeout>>();
// Many messages may come at once; they are asked for once.
const gatherMs = 200;

/** Asks again for what is shown of the chats outside of a conversation. */
export function readChatsAnew(client: QueryClient): void {
  clearTimeout(waiting.get(client));
  const ask = () => void client.invalidateQueries({ queryKey: chatKeys.all });
  waiting.set(client, setTimeout(ask, gatherMs));
}

/** A message puts its conversation on top; one to the viewer is unread. The same again changes nothing. */
export function showMessage(client: QueryClient, viewerId: string, message: ChatMessage): void {
  const isIncoming = message.receiverId === viewerId;
  const partnerId = isIncoming ? message.senderId : message.receiverId;
  const known = findConversation(client, partnerId);
  if (!known) {
    // Also of a stranger's: whether it counts as unread, only the server knows.
    readChatsAnew(client);
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
export function showRead(client: QueryClient, partnerId: string, upTo: string): void {
  const known = findConversation(client, partnerId);
  if (known && (known.lastMessage === null || known.lastMessage.id <= upTo)) {
    if (known.unreadCount === 0) return;
    changeUnreadCount(client, -known.unreadCount);
    patchConversation(client, partnerId, { unreadCount: 0 });
  } else {
    // How many are left, only the server knows.
    readChatsAnew(client);
  }
}

/** The last message of a conversation was taken back, or was not after all. */
export function showUnsent(client: QueryClient, messageId: string, isDeleted: boolean): void {
  patchEach(client, (item) =>
    item.lastMessage?.id === messageId
      ? { ...item, lastMessage: { ...item.lastMessage, isDeleted } }
      : item,
  );
}

export function showSettings(
  client: QueryClient,
  partnerId: string,
  settings: ConversationSettings,
): void {
  patchConversation(client, partnerId, { settings });
}

/** Takes a conversation out of the list. */
export function removeConversation(client: QueryClient, partnerId: string): void {
  const unreadCount = findConversation(client, partnerId)?.unreadCount ?? 0;
  changeUnreadCount(client, -unreadCount);
  patchList(client, (pages) =>
    pages.map((page) => page.filter(({ user }) => user.id !== partnerId)),
  );
}

/** A conversation of the list, if it is there. */
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
  patchList(client, (pages) => pages.map((page) => page.map(patch)));
}

function patchList(
  client: QueryClient,
  patch: (pages: Conversation[][]) => Conversation[][],
): void {
  client.setQueryData<ConversationList>(
    chatKeys.conversations,
    (list) => list && { ...list, pages: patch(list.pages) },
  );
  overtakeAnswers(client);
}

function changeUnreadCount(client: QueryClient, change: number): void {
  client.setQueryData<{ count: number }>(
    chatKeys.unreadCount,
    (unread) => unread && { count: Math.max(0, unread.count + change) },
  );
  overtakeAnswers(client);
}

/** What is on its way may be from before a change, and would take it back. */
function overtakeAnswers(client: QueryClient): void {
  if (client.isFetching({ queryKey: chatKeys.all }) > 0) readChatsAnew(client);
}
