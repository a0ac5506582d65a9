import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { chatMessageSchema, reactToMessage } from '@skein/contracts/chat';
import type { ChatMessage } from '@skein/contracts/chat';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { listen } from '../realtime/support.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { expectError } from '../support/http/responses.ts';
import { createUserActions } from '../support/http/user-actions.ts';
import { createChatClient, recordSignals } from './support.ts';
import type { ChatClient } from './support.ts';

let api: TestApi;
let chat: ChatClient;
let ada: User;
let ben: User;
let message: ChatMessage;

beforeAll(async () => {
  api = await startTestApi();
  chat = createChatClient(api);
});

beforeEach(async () => {
  ada = await createUser(api);
  ben = await createUser(api);
  message = await chat.sendMessage(ada, ben, { content: 'Look at this loom' });
});

afterAll(() => api.close());

const getReactions = async (by: User, to: User) => {
  const { content } = await chat.getConversation(by, to);
  return content.map(({ reactions }) => reactions);
};

const setPermission = (by: User, messagePermission: string) =>
  api.request.put('/api/users/me').set(by.auth).send({ messagePermission }).expect(200);

describe('reacting to a message', () => {
  it('keeps one reaction of each member, which both see', async () => {
    expect(message).toMatchObject({ reactions: [], revision: 0 });
    const first = await chat.react(ben, message.id, '🧶').expect(200);
    expect(first.body).toMatchObject({ id: message.id, revision: 1, clientMessageId: null });
    await chat.react(ben, message.id, '👩🏽‍🌾').expect(200);
    await chat.react(ada, message.id, '❤️').expect(200);
    const { signals, stop } = recordSignals(api);
    const repeated = await chat.react(ada, message.id, '❤️').expect(200);
    expect(repeated.body).toMatchObject({ revision: 3 });
    const both = [
      { userId: ada.id, emoji: '❤️' },
      { userId: ben.id, emoji: '👩🏽‍🌾' },
    ].toSorted((a, b) => (a.userId < b.userId ? -1 : 1));
    expect(await getReactions(ada, ben)).toEqual([both]);
    expect(await getReactions(ben, ada)).toEqual([both]);
    const [entry] = await chat.listConversations(ben);
    expect(entry?.lastMessage?.reactions).toEqual(both);

    await chat.removeReaction(ben, message.id).expect(200);
    const removed = await chat.removeReaction(ben, message.id).expect(200);
    expect(removed.body).toMatchObject({ revision: 4, reactions: [{ userId: ada.id }] });
    stop();
    const { conversationId } = message;
    const userIds = expect.arrayContaining([ada.id, ben.id]) as string[];
    const signal = { conversationId, messageId: message.id, userIds };
    expect(signals).toEqual([{ kind: 'message-changed', ...signal }]);
  });

  it('keeps the reactions of both members when they react at the same time', async () => {
    await Promise.all([
      chat.react(ada, message.id, '👍').expect(200),
      chat.react(ben, message.id, '👍').expect(200),
    ]);
    const [reactions] = await getReactions(ada, ben);
    expect(reactions).toHaveLength(2);
  });

  it('is sent to the streams of both members', async () => {
    const streams = await Promise.all([listen(api, ada), listen(api, ada), listen(api, ben)]);
    const response = await chat.react(ben, message.id, '🧶').expect(200);
    const changed = chatMessageSchema.strict().parse(response.body);
    for (const [index, stream] of streams.entries()) {
      const clientMessageId = index === 2 ? null : message.clientMessageId;
      expect(await stream.until('messageChanged')).toEqual([{ ...changed, clientMessageId }]);
    }
  });

  it('accepts each emoji of the picker and nothing else', async () => {
    const path = createRequire(new URL('../../../web/package.json', import.meta.url)).resolve(
      'emojibase-data/en/data.json',
    );
    // The format of Emojibase.
    const data = JSON.parse(await readFile(path, 'utf8')) as {
      emoji: string;
      group?: number;
      skins?: { emoji: string }[];
    }[];
    const { schema } = reactToMessage.body;
    // Emojibase appends a variation selector that Unicode recommends only for some emojis.
    expect(schema.parse({ emoji: '👍\uFE0F' })).toEqual({ emoji: '👍' });
    expect(schema.parse({ emoji: '❤\uFE0F' })).toEqual({ emoji: '❤\uFE0F' });
    const rejected = data
      // Entries without a group are parts of emojis, such as regional indicators.
      .filter(({ group }) => group !== undefined && group !== 2)
      .flatMap(({ emoji, skins = [] }) => [emoji, ...skins.map((skin) => skin.emoji)])
      .filter((emoji) => !schema.safeParse({ emoji }).success);
    expect(rejected).toEqual([]);
    for (const emoji of ['', 'x', '👍👍', '👍 ', '1', ' ', '\u0000', '🧶'.repeat(9), null, 5]) {
      expectError(await chat.react(ben, message.id, emoji), 'validation_failed');
    }
  });

  it('is possible only for members who see the message', async () => {
    const other = await createUser(api);
    for (const [by, id] of [
      [other, message.id],
      [ben, newId()],
      [ben, 'nothing'],
    ] as const) {
      expectError(await chat.react(by, id, '👍'), 'not_found');
      expectError(await chat.removeReaction(by, id), 'not_found');
    }
    await chat.clear(ben, ada.id).expect(200);
    expectError(await chat.react(ben, message.id, '👍'), 'not_found');
  });

  it('is not possible for a deleted message, which loses its reactions', async () => {
    await chat.react(ben, message.id, '👍').expect(200);
    await chat.deleteMessage(ada, message.id).expect(200);
    expectError(await chat.react(ben, message.id, '👍'), 'conflict');
    expect(await getReactions(ben, ada)).toEqual([[]]);
    const stored = await api.database.message.findFirstOrThrow({ where: { id: message.id } });
    expect(stored.reactions).toBeNull();
  });

  it('is not possible after a block, but a reaction can be removed without an event for the other', async () => {
    await chat.react(ada, message.id, '👍').expect(200);
    await createUserActions(api).block(ben, ada.id).expect(200);
    for (const by of [ada, ben]) expectError(await chat.react(by, message.id, '🧶'), 'not_found');
    const { signals, stop } = recordSignals(api);
    const response = await chat.removeReaction(ada, message.id).expect(200);
    stop();
    expect(response.body).toMatchObject({ reactions: [] });
    const { conversationId, id: messageId } = message;
    const userIds = [ada.id];
    expect(signals).toEqual([{ kind: 'message-changed', conversationId, messageId, userIds }]);
  });

  it('is not possible for either member before a message request is accepted', async () => {
    const careful = await createUser(api);
    await setPermission(careful, 'requests');
    const { id } = await chat.sendMessage(ada, careful);
    for (const by of [ada, careful]) expectError(await chat.react(by, id, '👍'), 'forbidden');
    expect((await chat.getConversation(ada, careful)).canReact).toBe(false);
    await chat.sendMessage(careful, ada);
    expect((await chat.getConversation(ada, careful)).canReact).toBe(true);
    await chat.react(ada, id, '👍').expect(200);
  });

  it('does not show whether a message request was declined or is pending', async () => {
    for (const isDeclined of [false, true]) {
      const careful = await createUser(api);
      await setPermission(careful, 'requests');
      const { id } = await chat.sendMessage(ada, careful);
      const decline = `/api/chat/requests/${ada.id}/decline`;
      if (isDeclined) await api.request.post(decline).set(careful.auth).expect(200);
      await setPermission(careful, 'everyone');
      const error = expectError(await chat.react(ada, id, '👍'), 'forbidden');
      expect(error.message).toBe('You can react once the message request is accepted.');
      expect((await chat.getConversation(ada, careful)).canReact).toBe(false);
    }
  });
});
