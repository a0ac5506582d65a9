import { findCounterDrift } from '@skein/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { insertConversation, insertMessage } from '../support/factories/chat.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { createUserActions } from '../support/http/user-actions.ts';
import { downloadExport } from '../support/http/download-export.ts';
import { insertUser } from '../support/factories/threads.ts';
import { unzip } from '../support/http/unzip.ts';
import { createChatClient } from './support.ts';
import type { ChatClient } from './support.ts';

let api: TestApi;
let chat: ChatClient;
let viewer: User;

beforeAll(async () => {
  api = await startTestApi();
  chat = createChatClient(api);
  viewer = await createUser(api);
});

afterAll(() => api.close());

/** Creates a user who has exchanged seven messages with `own`, '1' to '7', alternately. */
async function createPartner(): Promise<User> {
  const partner = await createUser(api);
  for (const number of [1, 2, 3, 4, 5, 6, 7]) {
    const [from, to] = number % 2 === 1 ? [viewer, partner] : [partner, viewer];
    await chat.sendMessage(from, to, { content: String(number) });
  }
  return partner;
}

const contents = ({ content }: { content: { content: string }[] }) =>
  content.map((message) => message.content).join('');

describe('a conversation', () => {
  it('returns the newest page first, with the messages of a page in chronological order', async () => {
    const partner = await createPartner();
    const first = await chat.getConversation(viewer, partner, '?size=3');
    expect(first).toMatchObject({ page: 0, size: 3, last: false, canWrite: true, seenUpTo: null });
    expect(contents(first)).toBe('567');
    expect(first.user).toMatchObject({ id: partner.id, name: partner.name });
    expect(contents(await chat.getConversation(viewer, partner, '?size=3&page=1'))).toBe('234');
    const end = await chat.getConversation(viewer, partner, '?size=3&page=2');
    expect(end).toMatchObject({ last: true, nextCursor: null });
    expect(contents(end)).toBe('1');
    expect(contents(await chat.getConversation(viewer, partner, '?size=3&page=3'))).toBe('');
    expect(contents(await chat.getConversation(partner, viewer))).toBe('1234567');
  });

  it('continues with older messages by cursor while new ones arrive', async () => {
    const partner = await createPartner();
    const { nextCursor } = await chat.getConversation(viewer, partner, '?size=3');
    await chat.sendMessage(viewer, partner, { content: '8' });
    const second = await chat.getConversation(viewer, partner, `?size=3&cursor=${nextCursor}`);
    expect(second).toMatchObject({ page: null, last: false });
    expect(contents(second)).toBe('234');
    const third = await chat.getConversation(
      viewer,
      partner,
      `?size=3&cursor=${second.nextCursor}`,
    );
    expect(third).toMatchObject({ last: true, nextCursor: null });
    expect(contents(third)).toBe('1');
    const full = await chat.getConversation(viewer, partner, '?size=8');
    expect(full).toMatchObject({ last: true, nextCursor: null });
  });

  it('returns the sender of each message, and clientMessageId only to the sender', async () => {
    const partner = await createUser(api);
    await chat.sendMessage(viewer, partner, { clientMessageId: 'secret' });
    const [message] = (await chat.getConversation(partner, viewer)).content;
    expect(message).toMatchObject({
      senderId: viewer.id,
      senderName: viewer.name,
      receiverId: partner.id,
      receiverName: partner.name,
      clientMessageId: null,
    });
  });

  it('returns an empty conversation with a user without messages', async () => {
    const partner = await createUser(api);
    expect(await chat.getConversation(viewer, partner)).toEqual({
      content: [],
      page: 0,
      size: 50,
      last: true,
      nextCursor: null,
      user: expect.objectContaining({ id: partner.id }) as unknown,
      conversationId: expect.any(String) as string,
      kind: 'direct',
      title: partner.name,
      picture: null,
      membersCount: 2,
      isAdmin: false,
      sendsRequest: false,
      settings: { isMuted: true, isIgnored: false, isPinned: false, isMentionMuted: false },
      isRequest: false,
      canWrite: true,
      draft: null,
      isAwaitingAnswer: false,
      canReact: true,
      hasNewer: false,
      undeliveredIds: [],
      seenUpTo: null,
    });
    expect(await chat.listConversations(partner)).toEqual([]);
  });

  it('has an id before its first message, which all routes take', async () => {
    const partner = await createUser(api);
    const { conversationId } = await chat.getConversation(viewer, partner);
    expect((await chat.getConversation(partner, viewer)).conversationId).toBe(conversationId);
    await chat.requestConversation(viewer, conversationId).expect(404);
    const first = await chat.sendMessage(viewer, partner);
    expect(first).toMatchObject({ conversationId, receiverId: partner.id, group: null });
    const second = await chat.sendTo(viewer, conversationId).expect(201);
    expect(second.body).toMatchObject({ conversationId, receiverId: partner.id });
    const byId = await chat.requestConversation(partner, conversationId).expect(200);
    expect(byId.body).toEqual(await chat.getConversation(partner, viewer));
    const third = await createUser(api);
    await chat.requestConversation(third, conversationId).expect(404);
    await chat.sendTo(third, conversationId).expect(404);
    await chat.send(viewer, conversationId).expect(404);
    expectError(await chat.send(viewer, partner.id, { conversationId }), 'validation_failed');
  });

  it('announces that messages wait as a request, but not how they are received', async () => {
    const to = await createUser(api);
    const choose = (messagePermission: 'requests' | 'everyone') =>
      api.database.user.update({ where: { id: to.id }, data: { messagePermission } });
    const isAnnounced = async () => (await chat.getConversation(viewer, to)).sendsRequest;
    await choose('requests');
    expect(await isAnnounced()).toBe(true);
    await chat.sendMessage(viewer, to);
    const decline = api.request.post(`/api/chat/requests/${viewer.id}/decline`);
    await decline.set(to.auth).expect(200);
    expect(await isAnnounced()).toBe(true);
    // A pending request would be delivered now.
    await choose('everyone');
    expect(await isAnnounced()).toBe(false);
  });

  it('returns canWrite false for a private account that the viewer may not message', async () => {
    const privateUser = await createUser(api, { isPrivate: true });
    expect((await chat.getConversation(viewer, privateUser)).canWrite).toBe(false);
  });

  it('keeps the conversation readable for both after a block, and rejects new messages', async () => {
    const partner = await createPartner();
    await createUserActions(api).block(partner, viewer.id).expect(200);
    for (const [by, to] of [
      [viewer, partner],
      [partner, viewer],
    ] as const) {
      const page = await chat.getConversation(by, to);
      expect(contents(page)).toBe('1234567');
      expect(page.canWrite).toBe(false);
      expect((await chat.listConversations(by)).some(({ user }) => user?.id === to.id)).toBe(true);
      expectError(await chat.send(by, to.id), 'not_found');
    }
  });

  it('shows both members only the name at the time of a block until the block is removed', async () => {
    const partner = await createPartner();
    const oldName = partner.name;
    const actions = createUserActions(api);
    await actions.mute(viewer, partner.id).expect(200);
    await actions.follow(await createUser(api), partner.id).expect(200);
    await actions.block(partner, viewer.id).expect(200);
    await api.database.user.update({
      where: { id: partner.id },
      data: {
        name: 'Zorba New',
        username: 'zorba.new',
        bio: 'zorba',
        pictureKey: 'zorbapicture',
        isVerified: true,
      },
    });
    const page = await chat.getConversation(viewer, partner);
    const unknown = {
      id: partner.id,
      name: oldName,
      username: '',
      picture: null,
      bio: null,
      isPrivate: false,
      isUserVerified: false,
      followersCount: 0,
      isFollowing: false,
      isFollowedBy: false,
      followRequestStatus: null,
    };
    expect(page.user).toEqual(unknown);
    expect(page.content[0]).toMatchObject({ receiverName: oldName, receiverAvatar: null });
    expect(page.content[1]).toMatchObject({ senderName: oldName, senderAvatar: null });
    const listed = await chat.listConversations(viewer);
    expect(listed.find(({ user }) => user?.id === partner.id)?.user).toEqual(unknown);
    const { archive } = await downloadExport(api, viewer);
    const revealing = [
      listed,
      page,
      await api.services.chat.inbox.list(viewer.id, 0, 500),
      (await actions.read(viewer, '/users/me/mutes').expect(200)).body,
      [...(await unzip(archive)).values()].map(String),
    ];
    expect(JSON.stringify(revealing)).not.toMatch(/zorba/i);
    await api.database.user.update({
      where: { id: viewer.id },
      data: { name: 'Insult', pictureKey: 'insultpicture', bio: 'insult' },
    });
    const ofBlocker: unknown[] = [
      await chat.getConversation(partner, viewer),
      await chat.listConversations(partner),
      (await chat.get(partner, '/search?q=4')).body,
      await api.services.chat.inbox.list(partner.id, 0, 500),
    ];
    expect(JSON.stringify(ofBlocker)).not.toMatch(/insult/i);
    expect(ofBlocker[0]).toMatchObject({
      user: { name: viewer.name, username: '', picture: null },
    });
    await api.database.user.update({
      where: { id: viewer.id },
      data: { name: viewer.name, pictureKey: null, bio: null },
    });
    await actions.unblock(partner, viewer.id).expect(200);
    expect((await chat.getConversation(viewer, partner)).user).toMatchObject({
      username: 'zorba.new',
    });
  });

  it('shows a conversation to its two members only', async () => {
    const partner = await createPartner();
    const third = await createUser(api);
    expect((await chat.getConversation(third, partner)).content).toEqual([]);
    expect(await chat.listConversations(third)).toEqual([]);
  });

  it('returns 404 for the viewer, an unknown id, a suspended user and a user who has blocked the viewer', async () => {
    const blocker = await createUser(api);
    await createUserActions(api).block(blocker, viewer.id).expect(200);
    const suspended = await insertUser(api.database);
    await insertMessage(api.database, suspended, viewer.id);
    await api.database.user.update({
      where: { id: suspended },
      data: { suspendedAt: new Date() },
    });
    for (const id of [viewer.id, newId(), 'somebody', viewer.username, suspended, blocker.id]) {
      expectError(await chat.requestConversation(viewer, id), 'not_found');
      expectError(await chat.updateSettings(viewer, id, { isMuted: false }), 'not_found');
      expectError(await chat.markRead(viewer, id), 'not_found');
    }
    for (const id of [viewer.id, newId(), 'somebody', blocker.id]) {
      expectError(await chat.clear(viewer, id), 'not_found');
    }
    expect((await chat.listConversations(viewer)).map(({ user }) => user?.id)).not.toContain(
      suspended,
    );
  });

  it('rejects an invalid page or cursor, and requests without a session', async () => {
    const [partner, otherPartner] = [await createPartner(), await createPartner()];
    const { nextCursor } = await chat.getConversation(viewer, otherPartner, '?size=3');
    for (const query of ['page=-1', 'size=0', 'size=101', 'cursor=x', `cursor=${nextCursor}`]) {
      expectError(
        await chat.requestConversation(viewer, partner.id, `?${query}`),
        'validation_failed',
      );
    }
    for (const path of [`conversation/${partner.id}`, 'conversations', 'unread-count']) {
      expectError(await api.request.get(`/api/chat/${path}`), 'unauthenticated');
    }
  });
});

describe('the list of conversations', () => {
  it('lists each conversation with its last message, the latest first, and continues before a message', async () => {
    const reader = await createUser(api);
    const partners = [await createUser(api), await createUser(api), await createUser(api)];
    const [a, b, c] = partners;
    if (a === undefined || b === undefined || c === undefined) throw new Error('unreachable');
    await chat.sendMessage(reader, a, { content: 'first' });
    await chat.sendMessage(b, reader);
    await chat.sendMessage(b, reader, { content: 'second' });
    await chat.sendMessage(reader, c, { content: 'third' });
    await chat.sendMessage(a, reader, { content: 'fourth' });
    const list = await chat.listConversations(reader);
    expect(list.map(({ lastMessage }) => lastMessage?.content)).toEqual([
      'fourth',
      'third',
      'second',
    ]);
    expect(list.map(({ unreadCount }) => unreadCount)).toEqual([1, 0, 2]);
    expect(list.map(({ user }) => user?.id)).toEqual([a.id, c.id, b.id]);
    expect(await chat.countUnread(reader)).toBe(3);
    const [latest] = await chat.listConversations(reader, '?limit=1');
    const rest = await chat.listConversations(reader, `?before=${latest?.lastMessage?.id}`);
    expect(rest).toEqual(list.slice(1));
  });

  it.each(['limit=0', 'limit=51', 'before=x', `before=${newId()}`])('rejects %s', async (query) => {
    expectError(await chat.get(viewer, `/conversations?${query}`), 'validation_failed');
  });

  it('finds conversations and groups by name, but nobody across a block', async () => {
    const [one, zoe, ben] = [
      await createUser(api),
      await createUser(api, { firstName: 'Zoë', lastName: 'Repair' }),
      await createUser(api, { firstName: 'Ben', lastName: 'Repair' }),
    ];
    for (const other of [zoe, ben, await createUser(api)]) await chat.sendMessage(one, other);
    const group = await chat.createGroup(one, [zoe]);
    await api.database.chatGroup.update({
      where: { conversationId: group.id },
      data: { name: 'Repair Café on Saturday' },
    });
    const find = async (q: string) =>
      (await chat.listConversations(one, `?groups=true&q=${encodeURIComponent(q)}`)).map(
        ({ title }) => title,
      );
    expect(await find('REPAIR')).toEqual(['Repair Café on Saturday', 'Ben Repair', 'Zoë Repair']);
    expect(await find('cafe on')).toEqual(['Repair Café on Saturday']);
    expect(await find('zoe')).toEqual(['Zoë Repair']);
    expect(await find('%')).toEqual([]);
    await createUserActions(api).block(one, ben.id).expect(200);
    expect(await find('ben rep')).toEqual([]);
  });

  it('omits conversations without a message', async () => {
    const [one, otherPartner] = [await createUser(api), await createUser(api)];
    await insertConversation(api.database, one.id, otherPartner.id);
    expect(await chat.listConversations(one)).toEqual([]);
    expect((await chat.getConversation(one, otherPartner)).content).toEqual([]);
  });

  it('rejects a message of another conversation as a position in the list', async () => {
    const { id } = await chat.sendMessage(await createUser(api), await createUser(api));
    expectError(await chat.get(viewer, `/conversations?before=${id}`), 'validation_failed');
  });
});

it('keeps every denormalized counter correct', async () => {
  expect(await findCounterDrift(api.databaseUrl)).toEqual([]);
});
