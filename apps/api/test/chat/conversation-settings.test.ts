import { findCounterDrift } from '@skein/db/testing';
import type { Conversation } from '@skein/contracts/chat';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { createUserActions } from '../support/http/user-actions.ts';
import { createChatClient, findConversationId, recordSignals } from './support.ts';
import type { ChatClient } from './support.ts';

let api: TestApi;
let chat: ChatClient;
let viewer: User;
let other: User;

beforeAll(async () => {
  api = await startTestApi();
  chat = createChatClient(api);
});

beforeEach(async () => {
  viewer = await createUser(api);
  other = await createUser(api);
});

afterAll(() => api.close());

async function receiveThreeMessages(): Promise<[string, string, string]> {
  const ids: string[] = [];
  for (const content of ['one', 'two', 'three']) {
    ids.push((await chat.sendMessage(other, viewer, { content })).id);
  }
  const [first = '', second = '', third = ''] = ids;
  return [first, second, third];
}

const listIsRead = async (by: User, to: User) =>
  (await chat.getConversation(by, to)).content.map(({ isRead }) => isRead);

const getSettings = async (by: User, to: User) => (await chat.getConversation(by, to)).settings;

describe('marking as read', () => {
  it('marks messages up to a message, or all messages of a user', async () => {
    const [, second, third] = await receiveThreeMessages();
    const { signals, stop } = recordSignals(api);
    const response = await chat.markRead(viewer, second).expect(200);
    expect(response.body).toMatchObject({ success: true, unreadCount: 1 });
    expect(await chat.countUnread(viewer)).toBe(1);
    expect(await listIsRead(other, viewer)).toEqual([true, true, false]);
    expect((await chat.getConversation(other, viewer)).seenUpTo).toBe(second);
    const all = await chat.markRead(viewer, other.id).expect(200);
    stop();
    expect(all.body).toMatchObject({ unreadCount: 0 });
    expect(await listIsRead(viewer, other)).toEqual([true, true, true]);
    expect((await chat.getConversation(other, viewer)).seenUpTo).toBe(third);
    const conversationId = await findConversationId(api, viewer, other);
    const userIds = [viewer.id, other.id];
    const read = { kind: 'read', conversationId, readerId: viewer.id, userIds };
    expect(signals).toEqual([
      { ...read, upTo: second },
      { ...read, upTo: third },
    ]);
  });

  it('never moves back, and publishes nothing when nothing has changed', async () => {
    const [first] = await receiveThreeMessages();
    await chat.markRead(viewer, other.id).expect(200);
    const { signals, stop } = recordSignals(api);
    for (const id of [first, other.id]) {
      expect((await chat.markRead(viewer, id).expect(200)).body).toMatchObject({ unreadCount: 0 });
    }
    stop();
    expect(signals).toEqual([]);
    expect(await listIsRead(other, viewer)).toEqual([true, true, true]);
  });

  it('counts messages that arrive afterwards as unread', async () => {
    await receiveThreeMessages();
    await chat.markRead(viewer, other.id).expect(200);
    await chat.sendMessage(viewer, other);
    await chat.sendMessage(other, viewer);
    expect(await chat.countUnread(viewer)).toBe(1);
    expect(await chat.countUnread(other)).toBe(1);
  });

  it('succeeds for a user without a conversation', async () => {
    expect((await chat.markRead(viewer, other.id).expect(200)).body).toMatchObject({
      unreadCount: 0,
    });
  });

  it('returns 404 for sent messages, messages of others and unknown ids', async () => {
    const [, , third] = await receiveThreeMessages();
    const unrelated = await createUser(api);
    expectError(await chat.markRead(other, third), 'not_found');
    expectError(await chat.markRead(unrelated, third), 'not_found');
    expectError(await chat.markRead(viewer, newId()), 'not_found');
    expectError(await chat.markRead(viewer, 'nothing'), 'not_found');
    expectError(await api.request.put(`/api/chat/mark-read/${third}`), 'unauthenticated');
    expect(await chat.countUnread(viewer)).toBe(3);
    expect(await listIsRead(other, viewer)).toEqual([false, false, false]);
  });
});

describe('after a block', () => {
  it.each<[string, () => [User, User]]>([
    ['by the reader', () => [viewer, other]],
    ['by the sender', () => [other, viewer]],
  ])('%s, the sender gets no read receipt and no typing event', async (_, listUsers) => {
    const [first, second, third] = await receiveThreeMessages();
    await chat.markRead(viewer, first).expect(200);
    const actions = createUserActions(api);
    const [blocker, blocked] = listUsers();
    await actions.block(blocker, blocked.id).expect(200);
    const before = await chat.getConversation(other, viewer);
    const { signals, stop } = recordSignals(api);
    expect((await chat.markRead(viewer, second).expect(200)).body).toMatchObject({
      unreadCount: 1,
    });
    expect((await chat.markRead(viewer, other.id).expect(200)).body).toMatchObject({
      unreadCount: 0,
    });
    await chat.markRead(viewer, third).expect(200);
    expectError(await chat.sendTyping(blocker, blocked.id), 'not_found');
    expectError(await chat.sendTyping(blocked, blocker.id), 'not_found');
    stop();
    const conversationId = await findConversationId(api, viewer, other);
    const changed = { kind: 'conversation', conversationId, userIds: [viewer.id] };
    expect(signals).toEqual([changed, changed]);
    expect(await chat.getConversation(other, viewer)).toEqual(before);
    expect(await listIsRead(other, viewer)).toEqual([true, false, false]);
    expect((await chat.listConversations(other))[0]?.lastMessage?.isRead).toBe(false);
    // For the viewer it is read.
    expect(await listIsRead(viewer, other)).toEqual([true, true, true]);
    expect(await chat.countUnread(viewer)).toBe(0);
    await actions.unblock(blocker, blocked.id).expect(200);
    expect(await listIsRead(other, viewer)).toEqual([true, false, false]);
    await chat.sendMessage(other, viewer);
    await chat.markRead(viewer, other.id).expect(200);
    expect(await listIsRead(other, viewer)).toEqual([true, true, true, true]);
  });
});

describe.each<[string, () => User]>([
  ['the reader', () => viewer],
  ['the sender', () => other],
])('when %s has turned them off', (_, chooser) => {
  const save = (settings: object) =>
    api.request.put('/api/users/me').set(chooser().auth).send(settings).expect(200);

  it('the sender gets no read receipt, until they are turned on again', async () => {
    const [first] = await receiveThreeMessages();
    await chat.markRead(viewer, first).expect(200);
    await save({ sendsReadReceipts: false });
    expect((await chat.markRead(viewer, other.id).expect(200)).body).toMatchObject({
      unreadCount: 0,
    });
    expect(await listIsRead(other, viewer)).toEqual([true, false, false]);
    expect(await listIsRead(viewer, other)).toEqual([true, true, true]);
    const saved = await save({ sendsReadReceipts: true });
    expect(saved.body).toMatchObject({ user: { sendsReadReceipts: true } });
    expect(await listIsRead(other, viewer)).toEqual([true, false, false]);
    await chat.markRead(viewer, other.id).expect(200);
    expect(await listIsRead(other, viewer)).toEqual([true, true, true]);
  });

  it('nobody gets typing indicators', async () => {
    await receiveThreeMessages();
    await save({ sendsTypingIndicators: false });
    const { signals, stop } = recordSignals(api);
    await chat.sendTyping(viewer, other.id).expect(200);
    await chat.sendTyping(other, viewer.id).expect(200);
    stop();
    expect(signals).toEqual([]);
  });
});

describe("the viewer's other browsers", () => {
  it('get a signal when settings change or a conversation is cleared, and nobody else does', async () => {
    await receiveThreeMessages();
    const { signals, stop } = recordSignals(api);
    await chat.updateSettings(viewer, other.id, { isMuted: false }).expect(200);
    await chat.clear(viewer, other.id.toUpperCase()).expect(200);
    const unrelated = await createUser(api);
    await chat.clear(viewer, unrelated.id).expect(200);
    stop();
    const conversationId = await findConversationId(api, viewer, other);
    const changed = { kind: 'conversation', conversationId, userIds: [viewer.id] };
    expect(signals).toEqual([changed, changed]);
  });
});

describe('pinned conversations', () => {
  const getId = ({ user }: Conversation) => user?.id ?? '';

  const listIds = async (query = '') =>
    (await chat.listConversations(viewer, query)).map(({ user }) => user?.id);

  async function writeTo(count: number): Promise<User[]> {
    const others = [];
    for (let n = 0; n < count; n += 1) others.push(await createUser(api));
    for (const user of others) await chat.sendMessage(viewer, user);
    return others;
  }

  it('are listed first, on all pages once, until they are unpinned or cleared', async () => {
    const others = await writeTo(4);
    const [a = '', b = '', c = '', d = ''] = others.map(({ id }) => id);
    const { signals, stop } = recordSignals(api);
    for (const id of [a, c]) {
      const response = await chat.updateSettings(viewer, id, { isPinned: true }).expect(200);
      expect(response.body).toMatchObject({ settings: { isMuted: true, isPinned: true } });
    }
    stop();
    const changed = [others[0], others[2]].map(async (user = viewer) => ({
      kind: 'conversation',
      conversationId: await findConversationId(api, viewer, user),
      userIds: [viewer.id],
    }));
    expect(signals).toEqual(await Promise.all(changed));
    expect(await listIds()).toEqual([c, a, d, b]);
    const paged = [];
    let query = '?limit=1';
    for (;;) {
      const [conversation] = await chat.listConversations(viewer, query);
      if (conversation === undefined) break;
      paged.push(getId(conversation));
      query = `?limit=1&before=${conversation.lastMessage?.id}`;
    }
    expect(paged).toEqual([c, a, d, b]);
    // Other settings leave it unchanged.
    await chat.updateSettings(viewer, c, { isMuted: false }).expect(200);
    const [first] = others;
    if (first) await chat.sendMessage(first, viewer);
    expect(await listIds()).toEqual([a, c, d, b]);
    await chat.updateSettings(viewer, a, { isPinned: false }).expect(200);
    await chat.clear(viewer, c).expect(200);
    await chat.sendMessage(viewer, others[2] ?? viewer);
    expect(await listIds()).toEqual([c, a, d, b]);
    expect(await getSettings(viewer, others[2] ?? viewer)).toMatchObject({ isPinned: false });
  });

  it('are at most five, also if they are pinned at the same time', async () => {
    const others = await writeTo(7);
    const pin = ({ id }: User) => chat.updateSettings(viewer, id, { isPinned: true });
    const responses = await Promise.all(others.map((user) => pin(user)));
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(5);
    const rejected = responses.filter(({ status }) => status !== 200);
    for (const response of rejected) expectError(response, 'conflict');
    const pinned = others.find((_, n) => statuses[n] === 200) ?? viewer;
    await pin(pinned).expect(200);
    // Pins of other users do not count.
    await chat.updateSettings(pinned, viewer.id, { isPinned: true }).expect(200);
    const invalid = await chat.updateSettings(viewer, pinned.id, { isPinned: 'x' });
    expectError(invalid, 'validation_failed');
  });
});

describe('an ignored conversation', () => {
  it('has no unread messages, and its sender gets no read receipts', async () => {
    await receiveThreeMessages();
    const response = await chat.updateSettings(viewer, other.id, { isIgnored: true }).expect(200);
    expect(response.body).toMatchObject({ settings: { isMuted: true, isIgnored: true } });
    expect(await chat.countUnread(viewer)).toBe(0);
    await chat.sendMessage(other, viewer);
    expect(await chat.countUnread(viewer)).toBe(0);
    const { signals, stop } = recordSignals(api);
    await chat.markRead(viewer, other.id).expect(200);
    await chat.sendTyping(other, viewer.id).expect(200);
    stop();
    expect(signals).toEqual([]);
    expect(await listIsRead(viewer, other)).toEqual([true, true, true, true]);
    expect(await listIsRead(other, viewer)).toEqual([false, false, false, false]);
    const deliveries = await api.services.chat.inbox.list(viewer.id, 3, 10);
    expect(deliveries.map(({ message }) => message.isRead)).toEqual([true]);
  });

  it('counts messages that arrive after it is no longer ignored', async () => {
    await chat.updateSettings(viewer, other.id, { isIgnored: true }).expect(200);
    await receiveThreeMessages();
    await chat.updateSettings(viewer, other.id, { isIgnored: false }).expect(200);
    expect(await chat.countUnread(viewer)).toBe(0);
    await chat.sendMessage(other, viewer);
    expect(await chat.countUnread(viewer)).toBe(1);
    expect(await listIsRead(viewer, other)).toEqual([true, true, true, false]);
    expect(await listIsRead(other, viewer)).toEqual([false, false, false, false]);
    await chat.markRead(viewer, other.id).expect(200);
    expect(await listIsRead(other, viewer)).toEqual([true, true, true, true]);
  });
});

describe('conversation settings', () => {
  it('apply to the viewer only, and omitted settings stay unchanged', async () => {
    await chat.updateSettings(viewer, other.id, { isMuted: false }).expect(200);
    await chat.updateSettings(viewer, other.id, { isIgnored: 'true' }).expect(200);
    await chat.updateSettings(viewer, other.id, {}).expect(200);
    expect(await getSettings(viewer, other)).toMatchObject({ isMuted: false, isIgnored: true });
    expect(await getSettings(other, viewer)).toMatchObject({ isMuted: true, isIgnored: false });
    expect(await chat.listConversations(viewer)).toEqual([]);
    await chat.sendMessage(other, viewer);
    const [entry] = await chat.listConversations(viewer);
    expect(entry).toMatchObject({
      unreadCount: 0,
      settings: { isMuted: false, isIgnored: true },
    });
  });

  it('can be changed after a block if there is a conversation', async () => {
    await receiveThreeMessages();
    await createUserActions(api).block(other, viewer.id).expect(200);
    await chat.updateSettings(viewer, other.id, { isIgnored: true }).expect(200);
  });

  it('reject invalid values and requests without a session', async () => {
    expectError(
      await chat.updateSettings(viewer, other.id, { isMuted: 'perhaps' }),
      'validation_failed',
    );
    const path = `/api/chat/conversation/${other.id}/settings`;
    expectError(await api.request.put(path).send({ isMuted: true }), 'unauthenticated');
  });
});

describe('clearing a conversation', () => {
  it('hides all messages for the viewer only', async () => {
    const [first, , third] = await receiveThreeMessages();
    await chat.clear(viewer, other.id).expect(200);
    expect(await chat.listConversations(viewer)).toEqual([]);
    expect((await chat.getConversation(viewer, other)).content).toEqual([]);
    expect(await chat.countUnread(viewer)).toBe(0);
    expect(await api.services.chat.inbox.list(viewer.id, 0, 10)).toEqual([]);
    expectError(await chat.markRead(viewer, first), 'not_found');
    expect((await chat.getConversation(other, viewer)).content).toHaveLength(3);
    expect((await chat.listConversations(other))[0]?.lastMessage?.id).toBe(third);
    // Clearing does not mark messages as read.
    expect(await listIsRead(other, viewer)).toEqual([false, false, false]);
  });

  it('shows messages that arrive afterwards', async () => {
    await receiveThreeMessages();
    await chat.clear(viewer, other.id).expect(200);
    await chat.sendMessage(other, viewer, { content: 'new' });
    const page = await chat.getConversation(viewer, other, '?size=1');
    expect(page).toMatchObject({ last: true, nextCursor: null });
    expect(page.content.map(({ content }) => content)).toEqual(['new']);
    expect((await chat.listConversations(viewer))[0]).toMatchObject({ unreadCount: 1 });
    await chat.clear(viewer, other.id).expect(200);
    await chat.clear(viewer, other.id).expect(200);
    expect(await chat.listConversations(viewer)).toEqual([]);
  });

  it('succeeds without a conversation, and requires a session', async () => {
    await chat.clear(viewer, other.id).expect(200);
    const path = `/api/chat/conversation/${other.id}`;
    expectError(await api.request.delete(path), 'unauthenticated');
  });
});

it('keeps every denormalized counter correct', async () => {
  expect(await findCounterDrift(api.databaseUrl)).toEqual([]);
});
