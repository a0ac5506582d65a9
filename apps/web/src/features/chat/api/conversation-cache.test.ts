import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Conversation } from '@skein/contracts/chat';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import {
  ada,
  adaConversationId,
  aChatMessage,
  aConversation,
  initialSettings,
} from '../../../testing/chat.ts';
import { aListedUser } from '../../../testing/users.ts';
import { chatKeys } from './chat-keys.ts';
import {
  findConversation,
  removeConversation,
  applyChange,
  applyMessage,
  applyRead,
} from './conversation-cache.ts';

const viewerId = 'viewer';
const ben = aListedUser({ name: 'Ben' });
let client: QueryClient;

function givenList(conversations: Conversation[], count: number) {
  client.setQueryData(chatKeys.conversations, { pages: [conversations], pageParams: [null] });
  client.setQueryData(chatKeys.unreadCount, { count });
}

const unreadCount = () => client.getQueryData<{ count: number }>(chatKeys.unreadCount)?.count;
const order = () =>
  client
    .getQueryData<{ pages: Conversation[][] }>(chatKeys.conversations)
    ?.pages.flat()
    .map(({ user }) => user?.id);

beforeEach(() => {
  client = new QueryClient();
  givenList([aConversation({ user: ben }), aConversation()], 0);
});

it('shows a changed message in each list, unless it is outdated', () => {
  const message = aChatMessage({ revision: 2 });
  const requests = ['chat', 'conversations', 'requests'];
  client.setQueryData(requests, { pages: [[aConversation({ lastMessage: message })]] });
  applyChange(client, { ...message, content: 'old', revision: 1 });
  expect(client.getQueryData(requests)).toMatchObject({ pages: [[{ lastMessage: message }]] });
  applyChange(client, { ...message, content: 'new', revision: 3 });
  const changed = { lastMessage: { content: 'new' } };
  expect(client.getQueryData(requests)).toMatchObject({ pages: [[changed]] });
});

describe('applyMessage', () => {
  it('moves the conversation to the top and counts the message once', () => {
    const message = aChatMessage();
    applyMessage(client, viewerId, message);
    applyMessage(client, viewerId, message);
    expect(order()).toEqual([ada.id, ben.id]);
    expect(findConversation(client, ada.id)).toMatchObject({
      lastMessage: message,
      unreadCount: 1,
    });
    expect(unreadCount()).toBe(1);
  });

  it('does not count a message the viewer sent in another browser as unread', () => {
    applyMessage(client, viewerId, aChatMessage({ senderId: viewerId, receiverId: ada.id }));
    expect(order()).toEqual([ada.id, ben.id]);
    expect(unreadCount()).toBe(0);
  });

  it('refetches when a running fetch would overwrite the new count', async () => {
    vi.useFakeTimers();
    const unread = vi.fn<() => Promise<{ count: number }>>().mockResolvedValueOnce({ count: 0 });
    const query = { queryKey: chatKeys.unreadCount, queryFn: unread };
    const observer = new QueryObserver(client, query);
    const stop = observer.subscribe(() => undefined);
    unread.mockResolvedValueOnce({ count: 1 });
    applyMessage(client, viewerId, aChatMessage());
    await vi.advanceTimersByTimeAsync(1000);
    expect(unreadCount()).toBe(1);
    stop();
    vi.useRealTimers();
  });

  it('does not count a message of an ignored conversation as unread', () => {
    givenList([aConversation({ settings: { ...initialSettings, isIgnored: true } })], 0);
    applyMessage(client, viewerId, aChatMessage());
    expect(findConversation(client, ada.id)?.unreadCount).toBe(0);
    expect(unreadCount()).toBe(0);
  });
});

describe('applyRead', () => {
  it('subtracts the unread messages of the conversation from the total, once', () => {
    const lastMessage = aChatMessage();
    givenList([aConversation({ lastMessage, unreadCount: 2 })], 5);
    applyRead(client, adaConversationId, lastMessage.id);
    applyRead(client, adaConversationId, lastMessage.id);
    expect(findConversation(client, ada.id)?.unreadCount).toBe(0);
    expect(unreadCount()).toBe(3);
  });

  it('keeps a later message unread', () => {
    const [read, unread] = [aChatMessage(), aChatMessage()];
    givenList([aConversation({ lastMessage: unread, unreadCount: 1 })], 1);
    applyRead(client, adaConversationId, read.id);
    expect(findConversation(client, ada.id)?.unreadCount).toBe(1);
  });
});

it('removes a cleared conversation from the list and from the unread count', () => {
  givenList([aConversation({ unreadCount: 2 }), aConversation({ user: ben })], 3);
  removeConversation(client, adaConversationId);
  expect(order()).toEqual([ben.id]);
  expect(unreadCount()).toBe(1);
});
