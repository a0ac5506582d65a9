import { messageDeletionMs } from '@skein/contracts/limits';
import { findCounterDrift } from '@skein/db/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { insertMessage } from '../support/factories/chat.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { createActs } from '../support/db/relations.ts';
import { createChatActs, recordSignals } from './support.ts';
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

describe('taking back', () => {
  it('leaves a place without words, for both', async () => {
    await chat.sent(own, other, { content: 'kept' });
    const { id } = await chat.sent(own, other, { content: 'regretted' });
    const { signals, stop } = recordSignals(api);
    await chat.takeBack(own, id).expect(200);
    await chat.takeBack(own, id).expect(200);
    stop();
    const unsent = { kind: 'unsent', messageId: id, senderId: own.id, receiverId: other.id };
    expect(signals).toEqual([unsent]);
    for (const [by, to] of [
      [own, other],
      [other, own],
    ] as const) {
      const { content } = await chat.page(by, to);
      expect(content).toMatchObject([
        { content: 'kept', isDeleted: false },
        { id, content: '', isDeleted: true, media: null, mediaUrl: null },
      ]);
      const [entry] = await chat.conversations(by);
      expect(entry?.lastMessage).toEqual(content[1]);
    }
    const stored = await api.database.message.findUniqueOrThrow({ where: { id } });
    expect(stored.content).toBe('');
    const deliveries = await api.services.chat.inbox.list(other.id, 1, 10);
    expect(deliveries).toMatchObject([{ seq: 2, message: { id, isDeleted: true, content: '' } }]);
  });

  it('counts it no more as unread, but only where it was', async () => {
    const first = await chat.sent(own, other);
    const second = await chat.sent(own, other);
    await chat.sent(own, other);
    await chat.markRead(other, first.id).expect(200);
    await chat.takeBack(own, first.id).expect(200);
    expect(await chat.unread(other)).toBe(2);
    await chat.takeBack(own, second.id).expect(200);
    expect(await chat.unread(other)).toBe(1);
    expect((await chat.page(own, other)).seenUpTo).toBeNull();
    await chat.markRead(other, second.id).expect(200);
    expect(await chat.unread(other)).toBe(1);
  });

  it('counts nothing of what was ignored or cleared', async () => {
    const ignored = await chat.sent(own, other);
    await chat.set(other, own.id, { isIgnored: true }).expect(200);
    await chat.takeBack(own, ignored.id).expect(200);
    await chat.set(other, own.id, { isIgnored: false }).expect(200);
    const cleared = await chat.sent(own, other);
    await chat.clear(other, own.id).expect(200);
    await chat.sent(own, other);
    await chat.takeBack(own, cleared.id).expect(200);
    expect(await chat.unread(other)).toBe(1);
  });

  it('is possible across a block', async () => {
    const { id } = await chat.sent(own, other);
    await createActs(api).block(other, own.id).expect(200);
    const { signals, stop } = recordSignals(api);
    await chat.takeBack(own, id).expect(200);
    stop();
    // Only the sender's own browsers are told.
    expect(signals).toEqual([{ kind: 'conversation', userId: own.id, partnerId: other.id }]);
    expect((await chat.page(other, own)).content).toMatchObject([{ isDeleted: true, content: '' }]);
  });

  it('is possible for 48 hours', async () => {
    const sentAgo = (ms: number) =>
      insertMessage(api.database, own.id, other.id, { createdAt: new Date(Date.now() - ms) });
    const old = await sentAgo(messageDeletionMs + 1000);
    const young = await sentAgo(messageDeletionMs - 60_000);
    expectError(await chat.takeBack(own, old.id), 'forbidden');
    await chat.takeBack(own, young.id).expect(200);
  });

  it('is for who sent it, and only while it shows for them', async () => {
    const { id } = await chat.sent(own, other);
    const stranger = await createUser(api);
    expectError(await chat.takeBack(other, id), 'forbidden');
    expectError(await chat.takeBack(stranger, id), 'not_found');
    expectError(await chat.takeBack(own, newId()), 'not_found');
    expectError(await chat.takeBack(own, 'nothing'), 'not_found');
    expectError(await api.request.delete(`/api/chat/messages/${id}`), 'unauthenticated');
    await chat.clear(own, other.id).expect(200);
    expectError(await chat.takeBack(own, id), 'not_found');
    expect((await chat.page(other, own)).content).toMatchObject([{ isDeleted: false }]);
  });
});

describe('a file', () => {
  it('goes with a message, and is gone with it', async () => {
    const mediaUrl = await chat.upload(own);
    const message = await chat.sent(own, other, { content: '', messageType: 'image', mediaUrl });
    expect(message).toMatchObject({
      messageType: 'image',
      mediaUrl,
      media: { mediaType: 'image', mediaUrl, width: 120, height: 80 },
    });
    expect((await chat.page(other, own)).content).toEqual([{ ...message, clientMessageId: null }]);
    expect((await chat.conversations(other))[0]?.lastMessage?.mediaUrl).toBe(mediaUrl);
    await api.services.media.sweep();
    await api.request.get(mediaUrl).expect(200);
    const before = await api.listFiles();
    await chat.takeBack(own, message.id).expect(200);
    await api.request.get(mediaUrl).expect(404);
    expect((await api.listFiles()).length).toBeLessThan(before.length);
    expect(await api.database.media.count({ where: { ownerId: own.id } })).toBe(0);
  });

  it('may have words beside it, and a retry does not need it again', async () => {
    const mediaUrl = await chat.upload(own);
    const body = { content: 'Look', messageType: 'image', mediaUrl, clientMessageId: 'picture' };
    const message = await chat.sent(own, other, body);
    expect(message.content).toBe('Look');
    expect(await chat.sent(own, other, body)).toEqual(message);
    expect(await chat.unread(other)).toBe(1);
  });

  it('has to be an unused one of the sender’s, of the kind that is said', async () => {
    const used = await chat.upload(own);
    await chat.sent(own, other, { messageType: 'image', mediaUrl: used });
    const foreign = await chat.upload(other);
    const image = await chat.upload(own);
    for (const body of [
      { messageType: 'image', mediaUrl: used },
      { messageType: 'image', mediaUrl: foreign },
      { messageType: 'video', mediaUrl: image },
      { messageType: 'image', mediaUrl: 'javascript:alert(1)' },
      { messageType: 'image', mediaUrl: `https://elsewhere.example${image}` },
      { messageType: 'image', mediaUrl: `/media/${'0'.repeat(32)}/original.webp` },
    ]) {
      expectError(await chat.send(own, other.id, body), 'validation_failed');
    }
    expect(await chat.unread(other)).toBe(1);
    await chat.sent(own, other, { messageType: 'image', mediaUrl: image });
  });
});

it('after all that, every count is right', async () => {
  expect(await findCounterDrift(api.databaseUrl)).toEqual([]);
});
