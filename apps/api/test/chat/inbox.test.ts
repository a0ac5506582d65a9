import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { insertMessage as insertOne } from '../../src/modules/chat/messages.repository.ts';
import { newId } from '../../src/platform/ids.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { untilWaiting } from '../support/db/until-waiting.ts';
import { createChatActs } from './support.ts';
import type { ChatActs } from './support.ts';

let api: TestApi;
let chat: ChatActs;
let own: User;
let other: User;

beforeAll(async () => {
  api = await startTestApi();
  chat = createChatActs(api);
});

beforeEach(async () => {
  own = await createUser(api);
  other = await createUser(api);
});

afterAll(() => api.close());

describe('an inbox', () => {
  it('is read on after a place, so much at a time', async () => {
    const { inbox } = api.services.chat;
    const third = await createUser(api);
    const ids = [
      (await chat.sent(own, other)).id,
      (await chat.sent(third, own)).id,
      (await chat.sent(other, own)).id,
    ];
    const seen = await inbox.list(own.id, 0, 2);
    expect(seen.map(({ seq, message }) => [seq, message.id])).toEqual([
      [1, ids[0]],
      [2, ids[1]],
    ]);
    const rest = await inbox.list(own.id, 2, 10);
    expect(rest.map(({ message }) => message.id)).toEqual([ids[2]]);
    expect(await inbox.lastPosition(own.id)).toBe(3);
    expect(await inbox.positionOf(own.id, ids[2] ?? '')).toBe(3);
    expect(await inbox.positionOf(other.id, ids[2] ?? '')).toBe(2);
  });

  it('has no place for what is not in it', async () => {
    const { inbox } = api.services.chat;
    const third = await createUser(api);
    const { id } = await chat.sent(own, other);
    for (const name of ['', 'x', newId(), '\n\nevent: message']) {
      expect(await inbox.positionOf(own.id, name)).toBeNull();
    }
    expect(await inbox.positionOf(third.id, id)).toBeNull();
  });

  it('numbers in the order of commits: what is later committed comes later', async () => {
    const { inbox } = api.services.chat;
    const third = await createUser(api);
    const message = { senderId: own.id, receiverId: other.id, type: 'text' } as const;
    const slow = { ...message, content: 'slow', clientMessageId: 'slow' };
    // Its id is smaller, its commit later than the other one's begin.
    const { quick } = await api.database.$transaction(async (tx) => {
      await insertOne(tx, { ...slow, now: api.clock.now() });
      const sending = chat.sent(third, other, { content: 'quick' });
      await untilWaiting(api.database);
      expect(await inbox.list(other.id, 0, 10)).toEqual([]);
      return { quick: sending };
    });
    await quick;
    const deliveries = await inbox.list(other.id, 0, 10);
    expect(deliveries.map(({ message: { content } }) => content)).toEqual(['slow', 'quick']);
  });

  it('is read past what shows no more, however much that is', async () => {
    const { inbox } = api.services.chat;
    const third = await createUser(api);
    for (let count = 0; count < 3; count += 1) await chat.sent(third, own);
    await chat.clear(own, third.id).expect(200);
    const { id } = await chat.sent(other, own);
    const deliveries = await inbox.list(own.id, 0, 2);
    expect(deliveries.map(({ message }) => message.id)).toEqual([id]);
  });

  it('has messages of a conversation in the order of their ids, whatever clock made these', async () => {
    const message = { senderId: own.id, receiverId: other.id, type: 'text' } as const;
    const now = api.clock.now();
    const before = new Date(now.getTime() - 1000);
    const text = { ...message, content: 'Hi' };
    await insertOne(api.database, { ...text, clientMessageId: 'first', now });
    await insertOne(api.database, { ...text, clientMessageId: 'second', now: before });
    const { content } = await chat.page(other, own);
    const ids = content.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted());
    expect(new Set(content.map(({ createdAt }) => createdAt)).size).toBe(2);
    await chat.markRead(other, ids.at(-1) ?? '').expect(200);
    expect(await chat.unread(other)).toBe(0);
  });

  it('forgets what is older than a month, and no message with it', async () => {
    const { inbox } = api.services.chat;
    const { id } = await chat.sent(own, other);
    expect(await inbox.sweep()).toBe(0);
    api.clock.advance(31 * 24 * 60 * 60 * 1000);
    expect(await inbox.sweep()).toBeGreaterThanOrEqual(2);
    expect(await inbox.positionOf(own.id, id)).toBeNull();
    expect(await inbox.lastPosition(own.id)).toBe(1);
    expect(await api.database.message.count({ where: { id } })).toBe(1);
  });
});
