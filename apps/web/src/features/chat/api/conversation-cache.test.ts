import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Conversation } from '@skein/contracts/chat';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { ada, aChatMessage, aConversation } from '../../../testing/chat.ts';
import { aListedUser } from '../../../testing/users.ts';
import { chatKeys } from './chat-keys.ts';
import {
  findConversation,
  removeConversation,
  showMessage,
  showRead,
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
    .map(({ user }) => user.id);

beforeEach(() => {
  client = new QueryClient();
  givenList([aConversation({ user: ben }), aConversation()], 0);
});

describe('a message', () => {
  it('comes on top and is unread, once', () => {
    const message = aChatMessage();
    showMessage(client, viewerId, message);
    showMessage(client, viewerId, message);
    expect(order()).toEqual([ada.id, ben.id]);
    expect(findConversation(client, ada.id)).toMatchObject({
      lastMessage: message,
      unreadCount: 1,
    });
    expect(unreadCount()).toBe(1);
  });

  it('of oneself, sent elsewhere, is not unread', () => {
    showMessage(client, viewerId, aChatMessage({ senderId: viewerId, receiverId: ada.id }));
    expect(order()).toEqual([ada.id, ben.id]);
    expect(unreadCount()).toBe(0);
  });

  it('is not lost in an answer that was on its way', async () => {
    vi.useFakeTimers();
    const unread = vi.fn<() => Promise<{ count: number }>>().mockResolvedValueOnce({ count: 0 });
    const query = { queryKey: chatKeys.unreadCount, queryFn: unread };
    const observer = new QueryObserver(client, query);
    const stop = observer.subscribe(() => undefined);
    unread.mockResolvedValueOnce({ count: 1 });
    showMessage(client, viewerId, aChatMessage());
    await vi.advanceTimersByTimeAsync(1000);
    expect(unreadCount()).toBe(1);
    stop();
    vi.useRealTimers();
  });

  it('in an ignored conversation is not unread', () => {
    givenList([aConversation({ settings: { isMuted: true, isIgnored: true } })], 0);
    showMessage(client, viewerId, aChatMessage());
    expect(findConversation(client, ada.id)?.unreadCount).toBe(0);
    expect(unreadCount()).toBe(0);
  });
});

describe('reading', () => {
  it('takes what was unread off the whole', () => {
    const lastMessage = aChatMessage();
    givenList([aConversation({ lastMessage, unreadCount: 2 })], 5);
    showRead(client, ada.id, lastMessage.id);
    showRead(client, ada.id, lastMessage.id);
    expect(findConversation(client, ada.id)?.unreadCount).toBe(0);
    expect(unreadCount()).toBe(3);
  });

  it('leaves an unread message that came later', () => {
    const [read, unread] = [aChatMessage(), aChatMessage()];
    givenList([aConversation({ lastMessage: unread, unreadCount: 1 })], 1);
    showRead(client, ada.id, read.id);
    expect(findConversation(client, ada.id)?.unreadCount).toBe(1);
  });
});

it('of a deleted chat nothing is left', () => {
  givenList([aConversation({ unreadCount: 2 }), aConversation({ user: ben })], 3);
  removeConversation(client, ada.id);
  expect(order()).toEqual([ben.id]);
  expect(unreadCount()).toBe(1);
});
