import {
  messageExcerptLength,
  messageMaxLength,
  messageRequestMessagesMax,
} from '@skein/contracts/limits';
import { findCounterDrift } from '@skein/db/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readNewMessages } from '../../src/modules/notifications/push/new-messages.queries.ts';
import { newId } from '../../src/platform/ids.ts';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { createUserActions } from '../support/http/user-actions.ts';
import { insertFollow, insertUser } from '../support/factories/threads.ts';
import { createChatClient, findConversationId, recordSignals } from './support.ts';
import type { ChatClient } from './support.ts';

let api: TestApi;
let chat: ChatClient;
let sender: User;
let receiver: User;

beforeAll(async () => {
  api = await startTestApi();
  chat = createChatClient(api);
  sender = await createUser(api);
  receiver = await createUser(api);
});

afterAll(() => api.close());

const unreadSchema = z.strictObject({ count: z.number(), requestsCount: z.number() });

const choose = (user: User, messagePermission: string) =>
  api.request.put('/api/users/me').set(user.auth).send({ messagePermission }).expect(200);

describe('sending a message', () => {
  it('returns the message and delivers it to the inboxes of both members only', async () => {
    const { signals, stop } = recordSignals(api);
    const message = await chat.sendMessage(sender, receiver, {
      content: '  Hello\r\nyou \n',
      clientMessageId: 'mine',
    });
    stop();
    expect(message).toEqual({
      id: message.id,
      card: null,
      content: 'Hello\nyou',
      senderId: sender.id,
      senderName: sender.name,
      senderAvatar: null,
      receiverId: receiver.id,
      receiverName: receiver.name,
      receiverAvatar: null,
      group: null,
      conversationId: await findConversationId(api, sender, receiver),
      messageType: 'text',
      event: null,
      mentions: [],
      isHidden: false,
      isRequest: false,
      mediaUrl: null,
      media: null,
      attachments: [],
      isRead: false,
      isDeleted: false,
      clientMessageId: 'mine',
      createdAt: message.createdAt,
      editedAt: null,
      replyTo: null,
      sharedThreadId: null,
      reactions: [],
      revision: 0,
    });
    const userIds = expect.arrayContaining([sender.id, receiver.id]) as string[];
    expect(signals).toEqual([{ kind: 'message', userIds }]);
    const { inbox } = api.services.chat;
    const [senderDelivery] = await inbox.list(sender.id, 0, 10);
    const [receiverDelivery] = await inbox.list(receiver.id, 0, 10);
    expect(senderDelivery).toEqual({ seq: 1, message });
    expect(receiverDelivery).toEqual({ seq: 1, message: { ...message, clientMessageId: null } });
    const third = await createUser(api);
    expect(await inbox.list(third.id, 0, 10)).toEqual([]);
    expect(await inbox.lastPosition(third.id)).toBe(0);
  });

  it('counts as unread for the receiver only', async () => {
    const [from, to] = [await createUser(api), await createUser(api)];
    await chat.sendMessage(from, to);
    await chat.sendMessage(from, to);
    expect(await chat.countUnread(to)).toBe(2);
    expect(await chat.countUnread(from)).toBe(0);
  });

  it('ignores fields that a client must not set', async () => {
    const message = await chat.sendMessage(sender, receiver, {
      senderId: receiver.id,
      isRead: true,
      seq: 1,
      createdAt: '2001-01-01T00:00:00.000Z',
      id: newId(),
    });
    expect(message).toMatchObject({ senderId: sender.id, receiverId: receiver.id, isRead: false });
    expect(message.createdAt > '2026').toBe(true);
  });

  it('accepts 2000 characters regardless of their size in bytes', async () => {
    const content = '👍'.repeat(messageMaxLength);
    expect((await chat.sendMessage(sender, receiver, { content })).content).toBe(content);
  });
});

describe('a repeated clientMessageId', () => {
  it('returns the message that was created first', async () => {
    const first = await chat.sendMessage(sender, receiver, { clientMessageId: 'again' });
    const { signals, stop } = recordSignals(api);
    expect(await chat.sendMessage(sender, receiver, { clientMessageId: 'again' })).toEqual(first);
    stop();
    expect(signals).toEqual([]);
  });

  it('is unique per sender, not globally', async () => {
    const first = await chat.sendMessage(sender, receiver, { clientMessageId: 'shared' });
    const second = await chat.sendMessage(receiver, sender, { clientMessageId: 'shared' });
    expect(second.id).not.toBe(first.id);
  });

  it('is rejected for another text, type or receiver', async () => {
    const third = await createUser(api);
    const mediaUrl = await chat.uploadImage(sender);
    await chat.sendMessage(sender, receiver, { clientMessageId: 'once' });
    for (const response of [
      await chat.send(sender, receiver.id, { clientMessageId: 'once', content: 'Other text' }),
      await chat.send(sender, receiver.id, {
        clientMessageId: 'once',
        messageType: 'image',
        mediaUrl,
      }),
      await chat.send(sender, third.id, { clientMessageId: 'once' }),
    ]) {
      expectError(response, 'conflict');
    }
  });

  it('returns the placeholder of a deleted message', async () => {
    const { id } = await chat.sendMessage(sender, receiver, { clientMessageId: 'gone' });
    await chat.deleteMessage(sender, id).expect(200);
    const repeated = await chat.sendMessage(sender, receiver, { clientMessageId: 'gone' });
    expect(repeated).toMatchObject({ id, isDeleted: true, content: '' });
  });

  it('returns the message after the sender has cleared the conversation', async () => {
    const first = await chat.sendMessage(sender, receiver, { clientMessageId: 'cleared' });
    await chat.clear(sender, receiver.id).expect(200);
    expect((await chat.sendMessage(sender, receiver, { clientMessageId: 'cleared' })).id).toBe(
      first.id,
    );
    expect(await chat.listConversations(sender)).toEqual([]);
  });

  it('returns the message when the sender may no longer write to the receiver', async () => {
    const partner = await createUser(api);
    const first = await chat.sendMessage(sender, partner, { clientMessageId: 'late' });
    await createUserActions(api).block(partner, sender.id).expect(200);
    expect((await chat.sendMessage(sender, partner, { clientMessageId: 'late' })).id).toBe(
      first.id,
    );
    expectError(await chat.send(sender, partner.id), 'not_found');
  });
});

describe('a message to a private account', () => {
  it('is accepted only from users it follows or has written to', async () => {
    const privateUser = await createUser(api, { isPrivate: true });
    const [unrelated, follower, followed] = [
      await createUser(api),
      await createUser(api),
      await createUser(api),
    ];
    await insertFollow(api.database, follower.id, privateUser.id);
    await insertFollow(api.database, privateUser.id, followed.id);
    expectError(await chat.send(unrelated, privateUser.id), 'forbidden');
    expectError(await chat.send(follower, privateUser.id), 'forbidden');
    await chat.sendMessage(followed, privateUser);
    const { id } = await chat.sendMessage(privateUser, unrelated);
    await chat.sendMessage(unrelated, privateUser);
    // Deleting the message does not revoke the permission.
    await chat.deleteMessage(privateUser, id).expect(200);
    await chat.sendMessage(unrelated, privateUser);
  });

  it('is rejected even if the sender has written to it before', async () => {
    const partner = await createUser(api);
    await chat.sendMessage(sender, partner);
    await api.database.user.update({ where: { id: partner.id }, data: { isPrivate: true } });
    expectError(await chat.send(sender, partner.id), 'forbidden');
    expectError(await chat.sendTyping(sender, partner.id), 'forbidden');
  });
});

describe('sending is rejected', () => {
  it('rejects sending without a session', async () => {
    const body = { receiverId: receiver.id, content: 'Hello' };
    expectError(await api.request.post('/api/chat/send').send(body), 'unauthenticated');
  });

  it('returns 404 for an unknown, suspended, blocked or blocking receiver', async () => {
    const actions = createUserActions(api);
    const [blocked, blocker] = [await createUser(api), await createUser(api)];
    await actions.block(sender, blocked.id).expect(200);
    await actions.block(blocker, sender.id).expect(200);
    const suspended = await insertUser(api.database, { isSuspended: true });
    const unknown = await chat.send(sender, newId());
    for (const id of [suspended, blocked.id, blocker.id]) {
      const response = await chat.send(sender, id);
      expect(expectError(response, 'not_found').message).toBe(
        expectError(unknown, 'not_found').message,
      );
      expectError(await chat.sendTyping(sender, id), 'not_found');
    }
  });

  it('rejects a message to oneself with an id in any case', async () => {
    for (const id of [sender.id, sender.id.toUpperCase()]) {
      expectError(await chat.send(sender, id), 'validation_failed');
      expectError(await chat.sendTyping(sender, id), 'validation_failed');
    }
  });

  it.each([
    ['no text', { content: undefined }],
    ['a blank text', { content: ' \n\u200B ' }],
    ['2001 characters', { content: 'x'.repeat(messageMaxLength + 1) }],
    ['a content that is not a string', { content: 5 }],
    ['a NUL character', { content: 'a\0b' }],
    ['no receiver', { receiverId: undefined }],
    ['a username as receiver', { receiverId: 'somebody' }],
    ['an unknown type', { messageType: 'poll' }],
    ['an empty clientMessageId', { clientMessageId: '' }],
    ['a long clientMessageId', { clientMessageId: 'x'.repeat(101) }],
    ['a text with a file', { mediaUrl: '/media/x/original.webp' }],
    ['an image without a file', { messageType: 'image' }],
  ])('rejects a message with %s', async (_case, body) => {
    expectError(await chat.send(sender, receiver.id, body), 'validation_failed');
  });
});

describe('typing', () => {
  it('publishes a signal to a receiver that the viewer may message, and stores nothing', async () => {
    const before = await api.database.message.count();
    const { signals, stop } = recordSignals(api);
    await chat.sendTyping(sender, receiver.id.toUpperCase()).expect(200);
    stop();
    const { conversationId } = await chat.getConversation(sender, receiver);
    const userIds = [receiver.id];
    expect(signals).toEqual([{ kind: 'typing', conversationId, userId: sender.id, userIds }]);
    expect(await api.database.message.count()).toBe(before);
    expectError(await api.request.post(`/api/chat/typing/${receiver.id}`), 'unauthenticated');
  });
});

describe('who can send messages', () => {
  it.each(['following', 'nobody'])('accepts no new conversation with %s', async (choice) => {
    const [from, to] = [await createUser(api), await createUser(api)];
    await choose(to, choice);
    expectError(await chat.send(from, to.id), 'forbidden');
    expectError(await chat.sendTyping(from, to.id), 'forbidden');
    expect(await chat.getConversation(from, to)).toMatchObject({ canWrite: false });
    await createUserActions(api).follow(to, from.id).expect(200);
    const { status } = await chat.send(from, to.id);
    expect(status).toBe(choice === 'following' ? 201 : 403);
    // Whoever has written accepts an answer.
    await chat.sendMessage(to, from);
    await chat.sendMessage(from, to);
  });

  it('rejects an unknown choice', async () => {
    const response = await api.request
      .put('/api/users/me')
      .set(receiver.auth)
      .send({ messagePermission: 'friends' });
    expectError(response, 'validation_failed');
  });
});

describe('a message request', () => {
  let from: User;
  let to: User;

  beforeEach(async () => {
    [from, to] = [await createUser(api), await createUser(api)];
    await choose(to, 'requests');
  });

  const decide = (by: User, id: string, decision: 'accept' | 'decline') =>
    api.request.post(`/api/chat/requests/${id}/${decision}`).set(by.auth);

  const getFolders = async (user: User) => ({
    inbox: (await chat.listConversations(user)).map((item) => item.user?.id),
    requests: (await chat.listConversations(user, '?folder=requests')).map((item) => item.user?.id),
    ...unreadSchema.parse((await chat.get(user, '/unread-count').expect(200)).body),
  });

  const nothing = { inbox: [], requests: [], count: 0, requestsCount: 0 };

  it('waits without unread count, push, typing and read receipt until it is accepted', async () => {
    const message = await chat.sendMessage(from, to);
    const waiting = { inbox: [], requests: [from.id], count: 0, requestsCount: 1 };
    expect(await getFolders(to)).toEqual(waiting);
    expect(await chat.getConversation(to, from)).toMatchObject({ isRequest: true, canWrite: true });
    await chat.updateSettings(to, from.id, { isMuted: false }).expect(200);
    expect(await readNewMessages(api.database, to.id, 0)).toMatchObject({ conversations: [] });
    const { signals, stop } = recordSignals(api);
    await chat.markRead(to, message.id).expect(200);
    await chat.sendTyping(to, from.id).expect(200);
    await chat.sendTyping(from, to.id).expect(200);
    await decide(to, from.id.toUpperCase(), 'accept').expect(200);
    await decide(to, from.id, 'accept').expect(200);
    stop();
    const changed = { kind: 'conversation', conversationId: message.conversationId };
    expect(signals).toEqual([
      { ...changed, userIds: [to.id] },
      { ...changed, userIds: [to.id, from.id] },
    ]);
    expect((await chat.getConversation(from, to)).content[0]).toMatchObject({ isRead: false });
    await chat.sendMessage(from, to);
    expect(await getFolders(to)).toEqual({ ...nothing, inbox: [from.id], count: 1 });
    expectError(await decide(to, from.id, 'decline'), 'not_found');
  });

  it('is accepted by an answer, and not needed from followed users', async () => {
    await chat.sendMessage(from, to);
    await chat.sendMessage(to, from);
    expect(await getFolders(to)).toEqual({ ...nothing, inbox: [from.id], count: 1 });
    const followed = await createUser(api);
    await createUserActions(api).follow(to, followed.id).expect(200);
    await chat.sendMessage(followed, to);
    expect(await getFolders(to)).toMatchObject({ inbox: [followed.id, from.id], requests: [] });
  });

  it('stays hidden with all further messages after it is declined', async () => {
    await chat.sendMessage(from, to);
    await decide(to, from.id, 'decline').expect(200);
    await decide(to, from.id, 'decline').expect(200);
    expectError(await decide(to, from.id, 'accept'), 'not_found');
    await chat.sendMessage(from, to);
    expect(await getFolders(to)).toEqual(nothing);
    expect((await chat.getConversation(to, from)).content).toEqual([]);
    expect(await api.services.chat.inbox.list(to.id, 0, 10)).toEqual([]);
    expect((await chat.getConversation(from, to)).content).toHaveLength(2);
    await chat.sendMessage(to, from);
    await chat.sendMessage(from, to);
    expect(await getFolders(to)).toEqual({ ...nothing, inbox: [from.id], count: 1 });
  });

  it('disappears when its sender is reported or blocked', async () => {
    const message = await chat.sendMessage(from, to);
    const body = { targetType: 'message', targetId: message.id, reason: 'spam' };
    await api.request.post('/api/reports').set(to.auth).send(body).expect(201);
    expect(await getFolders(to)).toEqual(nothing);
    const other = await createUser(api);
    await chat.sendMessage(other, to);
    await createUserActions(api).block(to, other.id).expect(200);
    expect(await getFolders(to)).toEqual(nothing);
  });

  it('contains a limited number of messages, also if they are sent concurrently', async () => {
    const attempts = Array.from({ length: messageRequestMessagesMax + 3 }, () =>
      chat.send(from, to.id),
    );
    const statuses = (await Promise.all(attempts)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(messageRequestMessagesMax);
    expectError(await chat.send(from, to.id), 'forbidden');
    expect(await chat.getConversation(from, to)).toMatchObject({
      canWrite: false,
      isAwaitingAnswer: true,
    });
    await decide(to, from.id, 'accept').expect(200);
    await chat.sendMessage(from, to);
    expect(await getFolders(to)).toMatchObject({ count: messageRequestMessagesMax + 1 });
  });

  it('informs its sender when they can write no more, and when it is accepted', async () => {
    for (let sent = 1; sent < messageRequestMessagesMax; sent += 1)
      await chat.sendMessage(from, to);
    const { signals, stop } = recordSignals(api);
    const { conversationId } = await chat.sendMessage(from, to);
    const changed = { kind: 'conversation', conversationId };
    expect(signals.filter(({ kind }) => kind === 'conversation')).toEqual([
      { ...changed, userIds: [from.id] },
    ]);
    signals.length = 0;
    await decide(to, from.id, 'accept').expect(200);
    stop();
    expect(signals).toEqual([{ ...changed, userIds: [to.id, from.id] }]);
  });

  it('does not inform its sender when it is declined', async () => {
    const { conversationId } = await chat.sendMessage(from, to);
    const { signals, stop } = recordSignals(api);
    await decide(to, from.id, 'decline').expect(200);
    stop();
    expect(signals).toEqual([{ kind: 'conversation', conversationId, userIds: [to.id] }]);
  });

  it('stays accepted or declined while its sender writes and is blocked', async () => {
    for (const decision of ['accept', 'decline'] as const) {
      const other = await createUser(api);
      await chat.sendMessage(other, to);
      const responses = await Promise.all([
        decide(to, other.id, decision),
        chat.send(other, to.id),
        createUserActions(api).block(to, other.id),
        chat.send(other, to.id),
      ]);
      for (const { status } of responses) expect([200, 201, 404]).toContain(status);
      expectError(await chat.send(other, to.id), 'not_found');
      await createUserActions(api).unblock(to, other.id).expect(200);
      await chat.sendMessage(other, to);
      const { inbox, requests } = await getFolders(to);
      expect(inbox.includes(other.id)).toBe(decision === 'accept');
      expect(requests).toEqual([]);
    }
  });

  it('returns 404 for users without a request, and 401 without a session', async () => {
    for (const id of [from.id, newId(), 'nobody', to.id]) {
      expectError(await decide(to, id, 'accept'), 'not_found');
      expectError(await decide(to, id, 'decline'), 'not_found');
    }
    await chat.sendMessage(from, to);
    expectError(await decide(from, to.id, 'accept'), 'not_found');
    expectError(await api.request.post(`/api/chat/requests/${from.id}/accept`), 'unauthenticated');
  });
});

it('keeps every denormalized counter correct', async () => {
  expect(await findCounterDrift(api.databaseUrl)).toEqual([]);
});

describe('a reply', () => {
  beforeEach(async () => {
    sender = await createUser(api);
    receiver = await createUser(api);
  });

  it('quotes a message of the conversation for both members', async () => {
    const first = await chat.sendMessage(sender, receiver, { content: 'x'.repeat(200) });
    const body = { content: 'Yes', replyToId: first.id, clientMessageId: 'reply' };
    const reply = await chat.sendMessage(receiver, sender, body);
    const replyTo = {
      id: first.id,
      senderId: sender.id,
      content: 'x'.repeat(messageExcerptLength),
      messageType: 'text',
      isDeleted: false,
    };
    expect(reply.replyTo).toEqual(replyTo);
    expect(await chat.sendMessage(receiver, sender, body)).toEqual(reply);
    const changed = { ...body, replyToId: null };
    expectError(await chat.send(receiver, sender.id, changed), 'conflict');
    const replyIn = async (by: User, to: User) =>
      (await chat.getConversation(by, to)).content.at(-1)?.replyTo;
    expect(await replyIn(sender, receiver)).toEqual(replyTo);
    const [delivery] = await api.services.chat.inbox.list(sender.id, 1, 1);
    expect(delivery?.message.replyTo).toEqual(replyTo);

    await chat.deleteMessage(sender, first.id).expect(200);
    const deleted = { ...replyTo, content: '', isDeleted: true };
    expect(await replyIn(receiver, sender)).toEqual(deleted);
  });

  it('shows nothing of a message that the viewer has cleared, and cannot quote it', async () => {
    const first = await chat.sendMessage(sender, receiver);
    await chat.clear(receiver, sender.id).expect(200);
    await chat.sendMessage(sender, receiver, { replyToId: first.id });
    const { content } = await chat.getConversation(receiver, sender);
    expect(content[0]?.replyTo).toMatchObject({ content: '', isDeleted: true });
    const quoting = await chat.send(receiver, sender.id, { replyToId: first.id });
    expectError(quoting, 'validation_failed');
  });

  it('cannot quote a message of another conversation', async () => {
    const other = await createUser(api);
    const { id } = await chat.sendMessage(sender, other);
    await chat.sendMessage(sender, receiver);
    for (const replyToId of [id, newId(), 'nothing']) {
      expectError(await chat.send(sender, receiver.id, { replyToId }), 'validation_failed');
      expectError(await chat.send(receiver, sender.id, { replyToId }), 'validation_failed');
    }
    expect((await chat.getConversation(receiver, sender)).content).toHaveLength(1);
  });
});
