import { chatMessageSchema } from '@skein/contracts/chat';
import { messageDeletionMs, messageEditMs, messageMaxLength } from '@skein/contracts/limits';
import { findCounterDrift } from '@skein/db/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { insertMessage } from '../support/factories/chat.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { createUserActions } from '../support/http/user-actions.ts';
import { createChatClient, recordSignals } from './support.ts';
import type { ChatClient } from './support.ts';

let api: TestApi;
let chat: ChatClient;
let sender: User;
let receiver: User;

beforeAll(async () => {
  api = await startTestApi();
  chat = createChatClient(api);
});

beforeEach(async () => {
  sender = await createUser(api);
  receiver = await createUser(api);
});

afterAll(() => api.close());

describe('deleting a message', () => {
  it('leaves a placeholder without text for both members', async () => {
    await chat.sendMessage(sender, receiver, { content: 'kept' });
    const deleted = await chat.sendMessage(sender, receiver, { content: 'deleted' });
    const { id, conversationId } = deleted;
    const { signals, stop } = recordSignals(api);
    await chat.deleteMessage(sender, id).expect(200);
    await chat.deleteMessage(sender, id).expect(200);
    stop();
    const signal = {
      kind: 'message-deleted',
      conversationId,
      messageId: id,
      userIds: expect.arrayContaining([sender.id, receiver.id]) as string[],
    };
    expect(signals).toEqual([signal]);
    for (const [by, to] of [
      [sender, receiver],
      [receiver, sender],
    ] as const) {
      const { content } = await chat.getConversation(by, to);
      expect(content).toMatchObject([
        { content: 'kept', isDeleted: false },
        { id, content: '', isDeleted: true, media: null, mediaUrl: null },
      ]);
      const [entry] = await chat.listConversations(by);
      expect(entry?.lastMessage).toEqual(content[1]);
    }
    const stored = await api.database.message.findFirstOrThrow({ where: { id } });
    expect(stored.content).toBe('');
    const deliveries = await api.services.chat.inbox.list(receiver.id, 1, 10);
    expect(deliveries).toMatchObject([{ seq: 2, message: { id, isDeleted: true, content: '' } }]);
  });

  it('decrements the unread count only if the message was unread', async () => {
    const first = await chat.sendMessage(sender, receiver);
    const second = await chat.sendMessage(sender, receiver);
    await chat.sendMessage(sender, receiver);
    await chat.markRead(receiver, first.id).expect(200);
    await chat.deleteMessage(sender, first.id).expect(200);
    expect(await chat.countUnread(receiver)).toBe(2);
    await chat.deleteMessage(sender, second.id).expect(200);
    expect(await chat.countUnread(receiver)).toBe(1);
    expect((await chat.getConversation(sender, receiver)).seenUpTo).toBeNull();
    await chat.markRead(receiver, second.id).expect(200);
    expect(await chat.countUnread(receiver)).toBe(1);
  });

  it('leaves the unread count unchanged for ignored and cleared messages', async () => {
    const ignored = await chat.sendMessage(sender, receiver);
    await chat.updateSettings(receiver, sender.id, { isIgnored: true }).expect(200);
    await chat.deleteMessage(sender, ignored.id).expect(200);
    await chat.updateSettings(receiver, sender.id, { isIgnored: false }).expect(200);
    const cleared = await chat.sendMessage(sender, receiver);
    await chat.clear(receiver, sender.id).expect(200);
    await chat.sendMessage(sender, receiver);
    await chat.deleteMessage(sender, cleared.id).expect(200);
    expect(await chat.countUnread(receiver)).toBe(1);
  });

  it('works after a block and publishes only to the sender', async () => {
    const { id } = await chat.sendMessage(sender, receiver);
    await createUserActions(api).block(receiver, sender.id).expect(200);
    const { signals, stop } = recordSignals(api);
    await chat.deleteMessage(sender, id).expect(200);
    stop();
    // The signal goes only to the sender's own browsers.
    expect(signals).toMatchObject([
      { kind: 'message-deleted', messageId: id, userIds: [sender.id] },
    ]);
    expect((await chat.getConversation(receiver, sender)).content).toMatchObject([
      { isDeleted: true, content: '' },
    ]);
  });

  it('is possible for 48 hours after sending', async () => {
    const sentAgo = (ms: number) =>
      insertMessage(api.database, sender.id, receiver.id, { createdAt: new Date(Date.now() - ms) });
    const old = await sentAgo(messageDeletionMs + 1000);
    const recent = await sentAgo(messageDeletionMs - 60_000);
    expectError(await chat.deleteMessage(sender, old.id), 'forbidden');
    await chat.deleteMessage(sender, recent.id).expect(200);
  });

  it('is allowed only to the sender, as long as they see the message', async () => {
    const { id } = await chat.sendMessage(sender, receiver);
    const unrelated = await createUser(api);
    expectError(await chat.deleteMessage(receiver, id), 'forbidden');
    expectError(await chat.deleteMessage(unrelated, id), 'not_found');
    expectError(await chat.deleteMessage(sender, newId()), 'not_found');
    expectError(await chat.deleteMessage(sender, 'nothing'), 'not_found');
    expectError(await api.request.delete(`/api/chat/messages/${id}`), 'unauthenticated');
    await chat.clear(sender, receiver.id).expect(200);
    expectError(await chat.deleteMessage(sender, id), 'not_found');
    expect((await chat.getConversation(receiver, sender)).content).toMatchObject([
      { isDeleted: false },
    ]);
  });
});

describe('editing a message', () => {
  it('changes its text for both members, in quotes and in the list', async () => {
    const sent = { content: 'Hte loom', clientMessageId: 'loom' };
    const { id, createdAt } = await chat.sendMessage(sender, receiver, sent);
    await chat.sendMessage(receiver, sender, { content: 'Which one?', replyToId: id });
    const last = await chat.sendMessage(sender, receiver, { content: 'old' });
    const { signals, stop } = recordSignals(api);
    const first = await chat.editMessage(sender, id, ' The loom ').expect(200);
    const edited = chatMessageSchema.strict().parse(first.body);
    expect(edited).toMatchObject({ id, content: 'The loom', createdAt, revision: 1 });
    expect(Date.parse(edited.editedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(createdAt));
    expect((await chat.editMessage(sender, id, 'The loom').expect(200)).body).toEqual(edited);
    await chat.editMessage(sender, last.id, 'new').expect(200);
    stop();
    const userIds = expect.arrayContaining([sender.id, receiver.id]) as string[];
    const signal = { kind: 'message-changed', conversationId: edited.conversationId, userIds };
    expect(signals).toEqual([
      { ...signal, messageId: id },
      { ...signal, messageId: last.id },
    ]);
    for (const [by, to] of [
      [sender, receiver],
      [receiver, sender],
    ] as const) {
      const { content } = await chat.getConversation(by, to);
      expect(content).toMatchObject([
        { content: 'The loom', editedAt: edited.editedAt },
        { editedAt: null, replyTo: { id, content: 'The loom' } },
        { content: 'new' },
      ]);
      expect((await chat.listConversations(by))[0]?.lastMessage).toEqual(content[2]);
    }
    expect(await chat.countUnread(receiver)).toBe(2);
    // A response to the first attempt that was lost.
    expect(await chat.sendMessage(sender, receiver, sent)).toEqual(edited);
  });

  it('is possible for 15 minutes, and a repetition also later', async () => {
    const sentAgo = (ms: number) =>
      insertMessage(api.database, sender.id, receiver.id, { createdAt: new Date(Date.now() - ms) });
    const old = await sentAgo(messageEditMs + 1000);
    const recent = await sentAgo(messageEditMs - 60_000);
    const error = expectError(await chat.editMessage(sender, old.id, 'x'), 'forbidden');
    expect(error.message).toBe('Messages can only be edited within 15 minutes.');
    await chat.editMessage(sender, old.id, 'Hi').expect(200);
    await chat.editMessage(sender, recent.id, 'x').expect(200);
  });

  it('is allowed only to the sender, as long as they see the message and may write', async () => {
    const { id } = await chat.sendMessage(sender, receiver);
    expectError(await chat.editMessage(receiver, id, 'x'), 'forbidden');
    expectError(await chat.editMessage(await createUser(api), id, 'x'), 'not_found');
    for (const unknown of [newId(), 'nothing'])
      expectError(await chat.editMessage(sender, unknown, 'x'), 'not_found');
    expectError(
      await api.request.put(`/api/chat/messages/${id}`).send({ content: 'x' }),
      'unauthenticated',
    );
    await createUserActions(api).block(receiver, sender.id).expect(200);
    expectError(await chat.editMessage(sender, id, 'x'), 'not_found');
    expect((await chat.getConversation(receiver, sender)).content).toMatchObject([
      { content: 'Hello', revision: 0 },
    ]);
    await chat.clear(sender, receiver.id).expect(200);
    expectError(await chat.editMessage(sender, id, 'x'), 'not_found');
  });

  it('accepts the texts that can be sent', async () => {
    const { id } = await chat.sendMessage(sender, receiver);
    for (const content of ['', '  ', 'x'.repeat(messageMaxLength + 1), '\u0000', null, 5])
      expectError(await chat.editMessage(sender, id, content), 'validation_failed');
    const mediaUrl = await chat.uploadImage(sender);
    const file = { content: 'Look', messageType: 'image', mediaUrl };
    const picture = await chat.sendMessage(sender, receiver, file);
    const response = await chat.editMessage(sender, picture.id, '').expect(200);
    expect(response.body).toMatchObject({ content: '', mediaUrl });
  });

  it('never follows a deletion at the same time, and keeps reactions', async () => {
    const { id } = await chat.sendMessage(sender, receiver);
    await Promise.all([
      chat.editMessage(sender, id, 'one').expect(200),
      chat.editMessage(sender, id, 'two').expect(200),
      chat.react(receiver, id, '👍').expect(200),
    ]);
    const [message] = (await chat.getConversation(sender, receiver)).content;
    expect(message).toMatchObject({ revision: 3, reactions: [{ emoji: '👍' }] });
    await Promise.all([
      chat.deleteMessage(sender, id).expect(200),
      ...['three', 'four'].map((text) => chat.editMessage(sender, id, text)),
    ]);
    expectError(await chat.editMessage(sender, id, 'five'), 'conflict');
    const { content } = await chat.getConversation(receiver, sender);
    expect(content).toMatchObject([{ isDeleted: true, content: '', editedAt: null }]);
  });
});

describe('a message with a file', () => {
  it('stores the file with the message and deletes it with the message', async () => {
    const mediaUrl = await chat.uploadImage(sender);
    const message = await chat.sendMessage(sender, receiver, {
      content: '',
      messageType: 'image',
      mediaUrl,
    });
    expect(message).toMatchObject({
      messageType: 'image',
      mediaUrl,
      media: { mediaType: 'image', mediaUrl, width: 120, height: 80 },
    });
    expect((await chat.getConversation(receiver, sender)).content).toEqual([
      { ...message, clientMessageId: null },
    ]);
    expect((await chat.listConversations(receiver))[0]?.lastMessage?.mediaUrl).toBe(mediaUrl);
    await api.services.media.sweep();
    await api.request.get(mediaUrl).expect(200);
    const before = await api.listFiles();
    await chat.deleteMessage(sender, message.id).expect(200);
    await api.request.get(mediaUrl).expect(404);
    expect((await api.listFiles()).length).toBeLessThan(before.length);
    expect(await api.database.media.count({ where: { ownerId: sender.id } })).toBe(0);
  });

  it('may have text, and a retry does not use the file again', async () => {
    const mediaUrl = await chat.uploadImage(sender);
    const body = { content: 'Look', messageType: 'image', mediaUrl, clientMessageId: 'picture' };
    const message = await chat.sendMessage(sender, receiver, body);
    expect(message.content).toBe('Look');
    expect(await chat.sendMessage(sender, receiver, body)).toEqual(message);
    expect(await chat.countUnread(receiver)).toBe(1);
  });

  it('accepts only an unused file of the sender of the given type', async () => {
    const used = await chat.uploadImage(sender);
    await chat.sendMessage(sender, receiver, { messageType: 'image', mediaUrl: used });
    const othersFile = await chat.uploadImage(receiver);
    const image = await chat.uploadImage(sender);
    for (const body of [
      { messageType: 'image', mediaUrl: used },
      { messageType: 'image', mediaUrl: othersFile },
      { messageType: 'video', mediaUrl: image },
      { messageType: 'image', mediaUrl: 'javascript:alert(1)' },
      { messageType: 'image', mediaUrl: `https://elsewhere.example${image}` },
      { messageType: 'image', mediaUrl: `/media/${'0'.repeat(32)}/original.webp` },
    ]) {
      expectError(await chat.send(sender, receiver.id, body), 'validation_failed');
    }
    expect(await chat.countUnread(receiver)).toBe(1);
    await chat.sendMessage(sender, receiver, { messageType: 'image', mediaUrl: image });
  });
});

it('keeps every denormalized counter correct', async () => {
  expect(await findCounterDrift(api.databaseUrl)).toEqual([]);
});
