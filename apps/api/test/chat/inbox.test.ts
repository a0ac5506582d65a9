import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { insertMessage as insertOne } from '../../src/modules/chat/messages/insert-message.repository.ts';
import { newId } from '../../src/platform/ids.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { insertConversation } from '../support/factories/chat.ts';
import { untilLockWait } from '../support/db/wait-for-lock.ts';
import { createChatClient } from './support.ts';
import type { ChatClient } from './support.ts';

let api: TestApi;
let chat: ChatClient;
let user: User;
let other: User;

beforeAll(async () => {
  api = await startTestApi();
  chat = createChatClient(api);
});

beforeEach(async () => {
  user = await createUser(api);
  other = await createUser(api);
});

afterAll(() => api.close());

describe('an inbox', () => {
  it('lists a limited number of messages after a position', async () => {
    const { inbox } = api.services.chat;
    const third = await createUser(api);
    const ids = [
      (await chat.sendMessage(user, other)).id,
      (await chat.sendMessage(third, user)).id,
      (await chat.sendMessage(other, user)).id,
    ];
    const firstPage = await inbox.list(user.id, 0, 2);
    expect(firstPage.map(({ seq, message }) => [seq, message.id])).toEqual([
      [1, ids[0]],
      [2, ids[1]],
    ]);
    const rest = await inbox.list(user.id, 2, 10);
    expect(rest.map(({ message }) => message.id)).toEqual([ids[2]]);
    expect(await inbox.lastPosition(user.id)).toBe(3);
    expect(await inbox.findPosition(user.id, ids[2] ?? '')).toBe(3);
    expect(await inbox.findPosition(other.id, ids[2] ?? '')).toBe(2);
  });

  it('has no position for a message that is not in it', async () => {
    const { inbox } = api.services.chat;
    const third = await createUser(api);
    const { id } = await chat.sendMessage(user, other);
    for (const name of ['', 'x', newId(), '\n\nevent: message']) {
      expect(await inbox.findPosition(user.id, name)).toBeNull();
    }
    expect(await inbox.findPosition(third.id, id)).toBeNull();
  });

  it('numbers messages in commit order', async () => {
    const { inbox } = api.services.chat;
    const third = await createUser(api);
    const conversationId = await insertConversation(api.database, user.id, other.id);
    const sender = { senderId: user.id, type: 'text', kind: 'direct' } as const;
    const message = { ...sender, conversationId };
    const slow = { ...message, content: 'slow', clientMessageId: 'slow' };
    // Its id is smaller than that of the other message, but it commits later.
    const { quick } = await api.database.$transaction(async (tx) => {
      await insertOne(tx, { ...slow, now: api.clock.now() });
      const sending = chat.sendMessage(third, other, { content: 'quick' });
      await untilLockWait(api.database);
      expect(await inbox.list(other.id, 0, 10)).toEqual([]);
      return { quick: sending };
    });
    await quick;
    const deliveries = await inbox.list(other.id, 0, 10);
    expect(deliveries.map(({ message: { content } }) => content)).toEqual(['slow', 'quick']);
  });

  it('skips any number of hidden messages', async () => {
    const { inbox } = api.services.chat;
    const third = await createUser(api);
    for (let count = 0; count < 3; count += 1) await chat.sendMessage(third, user);
    await chat.clear(user, third.id).expect(200);
    const { id } = await chat.sendMessage(other, user);
    const deliveries = await inbox.list(user.id, 0, 2);
    expect(deliveries.map(({ message }) => message.id)).toEqual([id]);
  });

  it("orders the messages of a conversation by id even when the servers' clocks differ", async () => {
    const conversationId = await insertConversation(api.database, user.id, other.id);
    const sender = { senderId: user.id, type: 'text', kind: 'direct' } as const;
    const message = { ...sender, conversationId };
    const now = api.clock.now();
    const before = new Date(now.getTime() - 1000);
    const text = { ...message, content: 'Hi' };
    await insertOne(api.database, { ...text, clientMessageId: 'first', now });
    await insertOne(api.database, { ...text, clientMessageId: 'second', now: before });
    const { content } = await chat.getConversation(other, user);
    const ids = content.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted());
    expect(new Set(content.map(({ createdAt }) => createdAt)).size).toBe(2);
    await chat.markRead(other, ids.at(-1) ?? '').expect(200);
    expect(await chat.countUnread(other)).toBe(0);
  });

  it('removes deliveries older than a month and keeps the messages', async () => {
    const { inbox } = api.services.chat;
    const { id } = await chat.sendMessage(user, other);
    expect(await inbox.sweep()).toBe(0);
    api.clock.advance(31 * 24 * 60 * 60 * 1000);
    expect(await inbox.sweep()).toBeGreaterThanOrEqual(2);
    expect(await inbox.findPosition(user.id, id)).toBeNull();
    expect(await inbox.lastPosition(user.id)).toBe(1);
    expect(await api.database.message.count({ where: { id } })).toBe(1);
  });
});
