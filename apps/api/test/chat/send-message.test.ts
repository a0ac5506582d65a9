import { messageMaxLength } from '@skein/contracts/limits';
import { findCounterDrift } from '@skein/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { createActs } from '../support/db/relations.ts';
import { insertFollow, insertMember } from '../support/factories/threads.ts';
import { createChatActs, recordSignals } from './support.ts';
import type { ChatActs } from './support.ts';

let api: TestApi;
let chat: ChatActs;
let own: User;
let other: User;

beforeAll(async () => {
  api = await startTestApi();
  chat = createChatActs(api);
  own = await createUser(api);
  other = await createUser(api);
});

afterAll(() => api.close());

describe('sending', () => {
  it('gives the message, which is then in both inboxes and nobody else’s', async () => {
    const { signals, stop } = recordSignals(api);
    const message = await chat.sent(own, other, {
      content: '  Hello\r\nyou \n',
      clientMessageId: 'mine',
    });
    stop();
    expect(message).toEqual({
      id: message.id,
      content: 'Hello\nyou',
      senderId: own.id,
      senderName: own.name,
      senderAvatar: null,
      receiverId: other.id,
      receiverName: other.name,
      receiverAvatar: null,
      messageType: 'text',
      mediaUrl: null,
      media: null,
      isRead: false,
      isDeleted: false,
      clientMessageId: 'mine',
      createdAt: message.createdAt,
    });
    expect(signals).toEqual([{ kind: 'message', userIds: [own.id, other.id] }]);
    const { inbox } = api.services.chat;
    const [ownDelivery] = await inbox.list(own.id, 0, 10);
    const [otherDelivery] = await inbox.list(other.id, 0, 10);
    expect(ownDelivery).toEqual({ seq: 1, message });
    expect(otherDelivery).toEqual({ seq: 1, message: { ...message, clientMessageId: null } });
    const third = await createUser(api);
    expect(await inbox.list(third.id, 0, 10)).toEqual([]);
    expect(await inbox.lastPosition(third.id)).toBe(0);
  });

  it('counts for who receives it alone', async () => {
    const [from, to] = [await createUser(api), await createUser(api)];
    await chat.sent(from, to);
    await chat.sent(from, to);
    expect(await chat.unread(to)).toBe(2);
    expect(await chat.unread(from)).toBe(0);
  });

  it('passes over a sender and anything else that is not for the sender to say', async () => {
    const message = await chat.sent(own, other, {
      senderId: other.id,
      isRead: true,
      seq: 1,
      createdAt: '2001-01-01T00:00:00.000Z',
      id: newId(),
    });
    expect(message).toMatchObject({ senderId: own.id, receiverId: other.id, isRead: false });
    expect(message.createdAt > '2026').toBe(true);
  });

  it('takes 2000 characters, however many bytes', async () => {
    const content = '👍'.repeat(messageMaxLength);
    expect((await chat.sent(own, other, { content })).content).toBe(content);
  });
});

describe('the same name again', () => {
  it('gives the message that was made first', async () => {
    const first = await chat.sent(own, other, { clientMessageId: 'again' });
    const { signals, stop } = recordSignals(api);
    expect(await chat.sent(own, other, { clientMessageId: 'again' })).toEqual(first);
    stop();
    expect(signals).toEqual([]);
  });

  it('belongs to one person', async () => {
    const first = await chat.sent(own, other, { clientMessageId: 'shared' });
    const second = await chat.sent(other, own, { clientMessageId: 'shared' });
    expect(second.id).not.toBe(first.id);
  });

  it('is refused for another text, kind or receiver', async () => {
    const third = await createUser(api);
    const mediaUrl = await chat.upload(own);
    await chat.sent(own, other, { clientMessageId: 'once' });
    for (const answer of [
      await chat.send(own, other.id, { clientMessageId: 'once', content: 'Other words' }),
      await chat.send(own, other.id, { clientMessageId: 'once', messageType: 'image', mediaUrl }),
      await chat.send(own, third.id, { clientMessageId: 'once' }),
    ]) {
      expectError(answer, 'conflict');
    }
  });

  it('is answered with what is left of a message that was taken back', async () => {
    const { id } = await chat.sent(own, other, { clientMessageId: 'gone' });
    await chat.takeBack(own, id).expect(200);
    const again = await chat.sent(own, other, { clientMessageId: 'gone' });
    expect(again).toMatchObject({ id, isDeleted: true, content: '' });
  });

  it('is answered also when one has deleted the conversation', async () => {
    const first = await chat.sent(own, other, { clientMessageId: 'cleared' });
    await chat.clear(own, other.id).expect(200);
    expect((await chat.sent(own, other, { clientMessageId: 'cleared' })).id).toBe(first.id);
    expect(await chat.conversations(own)).toEqual([]);
  });

  it('is answered also when one may not write any more', async () => {
    const person = await createUser(api);
    const first = await chat.sent(own, person, { clientMessageId: 'late' });
    await createActs(api).block(person, own.id).expect(200);
    expect((await chat.sent(own, person, { clientMessageId: 'late' })).id).toBe(first.id);
    expectError(await chat.send(own, person.id), 'not_found');
  });
});

describe('to a private account', () => {
  it('only those write whom it follows or has written to', async () => {
    const closed = await createUser(api, { isPrivate: true });
    const [stranger, follower, followed] = [
      await createUser(api),
      await createUser(api),
      await createUser(api),
    ];
    await insertFollow(api.database, follower.id, closed.id);
    await insertFollow(api.database, closed.id, followed.id);
    expectError(await chat.send(stranger, closed.id), 'forbidden');
    expectError(await chat.send(follower, closed.id), 'forbidden');
    await chat.sent(followed, closed);
    const { id } = await chat.sent(closed, stranger);
    await chat.sent(stranger, closed);
    // That they wrote is not undone by taking it back.
    await chat.takeBack(closed, id).expect(200);
    await chat.sent(stranger, closed);
  });

  it('having written to it oneself opens nothing', async () => {
    const person = await createUser(api);
    await chat.sent(own, person);
    await api.database.user.update({ where: { id: person.id }, data: { isPrivate: true } });
    expectError(await chat.send(own, person.id), 'forbidden');
    expectError(await chat.type(own, person.id), 'forbidden');
  });
});

describe('what is refused', () => {
  it('is anything, without a session', async () => {
    const body = { receiverId: other.id, content: 'Hello' };
    expectError(await api.request.post('/api/chat/send').send(body), 'unauthenticated');
  });

  it('is a message to nobody, to somebody suspended, and across a block in either direction', async () => {
    const acts = createActs(api);
    const [blocked, blocker] = [await createUser(api), await createUser(api)];
    await acts.block(own, blocked.id).expect(200);
    await acts.block(blocker, own.id).expect(200);
    const suspended = await insertMember(api.database, { isSuspended: true });
    const unknown = await chat.send(own, newId());
    for (const id of [suspended, blocked.id, blocker.id]) {
      const answer = await chat.send(own, id);
      expect(expectError(answer, 'not_found').message).toBe(
        expectError(unknown, 'not_found').message,
      );
      expectError(await chat.type(own, id), 'not_found');
    }
  });

  it('is a message to oneself, whatever the letters', async () => {
    for (const id of [own.id, own.id.toUpperCase()]) {
      expectError(await chat.send(own, id), 'validation_failed');
      expectError(await chat.type(own, id), 'validation_failed');
    }
  });

  it.each([
    ['no text', { content: undefined }],
    ['a blank text', { content: ' \n\u200B ' }],
    ['2001 characters', { content: 'x'.repeat(messageMaxLength + 1) }],
    ['a text that is none', { content: 5 }],
    ['a NUL character', { content: 'a\0b' }],
    ['no receiver', { receiverId: undefined }],
    ['a receiver by name', { receiverId: 'somebody' }],
    ['an unknown kind', { messageType: 'poll' }],
    ['an empty name', { clientMessageId: '' }],
    ['a long name', { clientMessageId: 'x'.repeat(101) }],
    ['a text with a file', { mediaUrl: '/media/x/original.webp' }],
    ['a picture without one', { messageType: 'image' }],
  ])('is %s', async (_what, body) => {
    expectError(await chat.send(own, other.id, body), 'validation_failed');
  });
});

describe('typing', () => {
  it('is told to whom one may write to, and kept nowhere', async () => {
    const before = await api.database.message.count();
    const { signals, stop } = recordSignals(api);
    await chat.type(own, other.id.toUpperCase()).expect(200);
    stop();
    expect(signals).toEqual([{ kind: 'typing', userId: own.id, partnerId: other.id }]);
    expect(await api.database.message.count()).toBe(before);
    expectError(await api.request.post(`/api/chat/typing/${other.id}`), 'unauthenticated');
  });
});

it('after all that, every count is right', async () => {
  expect(await findCounterDrift(api.databaseUrl)).toEqual([]);
});
