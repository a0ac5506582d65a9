import {
  chatMessageSchema,
  conversationPageSchema,
  conversationSchema,
  groupDetailsSchema,
  groupInvitationSchema,
} from '@skein/contracts/chat';
import type {
  ChatMessage,
  Conversation,
  ConversationPage,
  GroupDetails,
} from '@skein/contracts/chat';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { newId } from '../../src/platform/ids.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { createUserActions } from '../support/http/user-actions.ts';
import { sampleImage } from '../media/sample-images.ts';
import { createChatClient } from './support.ts';
import type { ChatClient } from './support.ts';

let api: TestApi;
let chat: ChatClient;
let admin: User;
let ben: User;
let eva: User;

beforeAll(async () => {
  api = await startTestApi();
  chat = createChatClient(api);
});

beforeEach(async () => {
  admin = await createUser(api);
  ben = await createUser(api);
  eva = await createUser(api);
});

afterAll(() => api.close());

const post = (by: User, path: string, body: object) =>
  api.request.post(`/api/chat${path}`).set(by.auth).send(body);

async function createGroup(by: User, members: readonly User[], name = 'Weavers') {
  const userIds = members.map(({ id }) => id);
  const response = await post(by, '/groups', { name, userIds });
  expect({ status: response.status, text: response.text }).toMatchObject({ status: 201 });
  return groupDetailsSchema.strict().parse(response.body);
}

async function getGroup(by: User, { id }: GroupDetails): Promise<GroupDetails> {
  return groupDetailsSchema.strict().parse((await chat.get(by, `/groups/${id}`).expect(200)).body);
}

async function send(by: User, { id }: GroupDetails, content: string, body = {}) {
  const response = await chat.sendTo(by, id, { content, ...body });
  expect({ status: response.status, text: response.text }).toMatchObject({ status: 201 });
  return chatMessageSchema.strict().parse(response.body);
}

async function read(by: User, { id }: GroupDetails, query = ''): Promise<ConversationPage> {
  const response = await chat.requestConversation(by, id, query);
  expect({ status: response.status, text: response.text }).toMatchObject({ status: 200 });
  return conversationPageSchema.strict().parse(response.body);
}

async function list(by: User, query = ''): Promise<Conversation[]> {
  const response = await chat.get(by, `/conversations?groups=true${query}`).expect(200);
  return z.array(conversationSchema.strict()).parse(response.body);
}

const remove = (by: User, { id }: GroupDetails, user: User) =>
  api.request.delete(`/api/chat/groups/${id}/members/${user.id}`).set(by.auth);

const setAdmin = (by: User, { id }: GroupDetails, user: User, isAdmin: boolean) =>
  api.request.put(`/api/chat/groups/${id}/members/${user.id}`).set(by.auth).send({ isAdmin });

const describeAll = (messages: readonly ChatMessage[]) =>
  messages.map(({ event, content }) => event?.type ?? content);

describe('a group', () => {
  it('delivers each message once and in order to all members', async () => {
    const group = await createGroup(admin, [ben, eva]);
    expect(group).toMatchObject({ name: 'Weavers', membersCount: 3, isAdmin: true });
    await Promise.all([
      send(admin, group, 'one'),
      send(ben, group, 'two'),
      send(eva, group, 'three'),
    ]);
    const page = await read(eva, group);
    expect(page).toMatchObject({
      user: null,
      kind: 'group',
      conversationId: group.id,
      membersCount: 3,
    });
    for (const user of [ben, eva]) {
      const inbox = await api.services.chat.inbox.list(user.id, 0, 20);
      expect(inbox.map(({ seq }) => seq)).toEqual(inbox.map((_, index) => index + 1));
      expect(
        inbox.filter(({ message }) => message.event === null).map(({ message }) => message.id),
      ).toEqual(page.content.filter(({ event }) => event === null).map(({ id }) => id));
    }
    expect(page.content.at(-1)).toMatchObject({
      conversationId: group.id,
      receiverId: null,
      group: { name: 'Weavers' },
    });
    const [listed] = await list(ben);
    expect(listed).toMatchObject({
      user: null,
      unreadCount: 3,
      conversationId: group.id,
      title: 'Weavers',
    });
    expect(await chat.countUnread(ben)).toBe(3);
    expect(await chat.listConversations(ben)).toEqual([]);
  });

  it('is unread for users who were added, until they open it', async () => {
    const group = await createGroup(admin, [ben]);
    const addEva = { userIds: [eva.id] };
    await post(admin, `/groups/${group.id}/members`, addEva).expect(200);
    expect((await list(eva))[0]).toMatchObject({ conversationId: group.id, unreadCount: 1 });
    // The addition of others does not count.
    expect(await chat.countUnread(ben)).toBe(1);
    expect(await chat.countUnread(admin)).toBe(0);
    const marked = await chat.markRead(eva, group.id).expect(200);
    expect(marked.body).toMatchObject({ unreadCount: 0 });
  });

  it('repeats no message and rejects another one with the same clientMessageId', async () => {
    const group = await createGroup(admin, [ben]);
    const first = await send(admin, group, 'one', { clientMessageId: 'a' });
    expect((await send(admin, group, 'one', { clientMessageId: 'a' })).id).toBe(first.id);
    await chat.sendTo(admin, group.id, { content: 'two', clientMessageId: 'a' }).expect(409);
  });

  it('shows new members only what follows, also in search and quotes', async () => {
    const group = await createGroup(admin, [ben]);
    const early = await send(admin, group, 'heddle before');
    await post(admin, `/groups/${group.id}/members`, { userIds: [eva.id] }).expect(200);
    await send(ben, group, 'heddle after', { replyToId: early.id });
    const page = await read(eva, group);
    expect(describeAll(page.content)).toEqual(['members_added', 'heddle after']);
    expect(page.content.at(-1)?.replyTo).toMatchObject({ content: '', isDeleted: true });
    expect(page).toMatchObject({ last: true, nextCursor: null });
    await chat.requestConversation(eva, group.id, `?around=${early.id}`).expect(404);
    await chat.react(eva, early.id, '🧶').expect(404);
    await chat.markRead(eva, early.id).expect(404);
    const found = await chat.get(eva, '/search?q=heddle&groups=true').expect(200);
    expect(JSON.stringify(found.body)).toContain('heddle after');
    expect(JSON.stringify(found.body)).not.toContain('before');
    expect((await chat.get(eva, '/search?q=heddle').expect(200)).body).toMatchObject({
      content: [],
    });
    await chat.sendTo(eva, group.id, { replyToId: early.id }).expect(400);
  });

  it('reports read messages to their senders by name, unless one has turned it off', async () => {
    const group = await createGroup(admin, [ben, eva]);
    const message = await send(admin, group, 'one');
    expect(message.isRead).toBe(false);
    await chat.markRead(ben, message.id).expect(200);
    expect(await read(admin, group)).toMatchObject({ seenUpTo: message.id });
    const readers = async (user: User) =>
      (await getGroup(user, group)).members.flatMap((m) =>
        m.readUpTo === message.id ? m.user.id : [],
      );
    expect(await readers(admin)).toEqual([ben.id]);
    await api.database.user.update({ where: { id: admin.id }, data: { sendsReadReceipts: false } });
    expect(await readers(admin)).toEqual([]);
    expect((await read(admin, group)).seenUpTo).toBeNull();
  });

  it('does not report members as readers of messages from before they joined', async () => {
    const group = await createGroup(admin, [ben]);
    const early = await send(admin, group, 'early');
    await post(admin, `/groups/${group.id}/members`, { userIds: [eva.id] }).expect(200);
    const late = await send(ben, group, 'late');
    await chat.markRead(eva, late.id).expect(200);
    const { content, seenUpTo } = await read(admin, group);
    expect(content.find(({ id }) => id === early.id)).toMatchObject({ isRead: false });
    expect(seenUpTo).toBeNull();
    const { members } = await getGroup(admin, group);
    const joinedAfter = (user: User) => members.find((m) => m.user.id === user.id)?.joinedAfter;
    expect(joinedAfter(eva)).toBe(early.id);
  });

  it('supports reactions, edits, mentions, settings and deletion', async () => {
    const group = await createGroup(admin, [ben]);
    const message = await send(admin, group, `Hi @${ben.username}`);
    expect(message.mentions).toEqual([ben.id]);
    expect((await list(ben))[0]).toMatchObject({
      hasUnreadMention: true,
      settings: { isMuted: true },
    });
    await chat.react(ben, message.id, '🧶').expect(200);
    await chat.editMessage(ben, message.id, 'changed').expect(403);
    await chat.editMessage(admin, message.id, 'changed').expect(200);
    const settings = { isMuted: false, isPinned: true, isMentionMuted: true };
    const saved = await chat.updateSettings(ben, group.id, settings).expect(200);
    expect(saved.body).toMatchObject({ settings: { ...settings, isIgnored: false } });
    expect((await read(ben, group)).content.at(-1)).toMatchObject({
      content: 'changed',
      reactions: [{ userId: ben.id, emoji: '🧶' }],
    });
    await chat.deleteMessage(ben, message.id).expect(403);
    await chat.deleteMessage(admin, message.id).expect(200);
    // The addition to the group is the only unread item.
    expect(await chat.countUnread(ben)).toBe(1);
    await chat.clear(ben, group.id).expect(200);
    expect(await list(ben)).toEqual([]);
  });

  it('has a picture, which admins replace and remove', async () => {
    const group = await createGroup(admin, [ben]);
    const update = (by: User) => api.request.put(`/api/chat/groups/${group.id}`).set(by.auth);
    const upload = async (by: User) =>
      update(by).attach('picture', await sampleImage().png().toBuffer(), 'a.png');
    expect((await upload(ben)).status).toBe(403);
    const first = groupDetailsSchema.parse((await upload(admin)).body).picture;
    const second = groupDetailsSchema.parse((await upload(admin)).body).picture;
    expect(second).not.toBe(first);
    expect((await list(ben))[0]?.picture).toBe(second);
    await api.request.get(second ?? '').expect(200);
    await update(admin).attach('picture', Buffer.from('no picture'), 'a.png').expect(415);
    await update(admin).field('removePicture', 'true').expect(200);
    expect((await getGroup(ben, group)).picture).toBeNull();
    expect(describeAll((await read(ben, group)).content).slice(1)).toEqual(
      Array(3).fill('picture_changed'),
    );
    await api.services.media.sweep();
    await api.request.get(second ?? '').expect(404);
  });

  it('updates mentions with the text of a message', async () => {
    const group = await createGroup(admin, [ben, eva]);
    await send(admin, group, `First @${eva.username}`);
    const message = await send(admin, group, `Hi @${ben.username} @${eva.username}`);
    const mentioned = async () => {
      const users = [ben, eva];
      const listed = await Promise.all(users.map((user) => list(user)));
      return users.filter((_, index) => listed[index]?.[0]?.hasUnreadMention);
    };
    expect(await mentioned()).toEqual([ben, eva]);
    const edited = await chat.editMessage(admin, message.id, 'Hi all').expect(200);
    expect(chatMessageSchema.parse(edited.body).mentions).toEqual([]);
    // An earlier message still mentions one of them.
    expect(await mentioned()).toEqual([eva]);
    await chat.editMessage(admin, message.id, `Hi @${ben.username}`).expect(200);
    expect(await mentioned()).toEqual([ben, eva]);
    await chat.markRead(ben, message.id).expect(200);
    expect(await mentioned()).toEqual([eva]);
  });

  it('hides messages of a user from those who have blocked them', async () => {
    const group = await createGroup(admin, [ben, eva]);
    await createUserActions(api).block(eva, ben.id).expect(200);
    const message = await send(ben, group, 'secret');
    expect((await read(eva, group)).content.at(-1)).toMatchObject({ content: '', isHidden: true });
    expect((await read(admin, group)).content.at(-1)).toMatchObject({ content: 'secret' });
    // The addition to the group is the only unread item.
    expect(await chat.countUnread(eva)).toBe(1);
    await chat.react(eva, message.id, '🧶').expect(404);
  });
});

describe('the members of a group', () => {
  it('are changed only by admins', async () => {
    const group = await createGroup(admin, [ben, eva]);
    const other = await createUser(api);
    await post(ben, `/groups/${group.id}/members`, { userIds: [other.id] }).expect(403);
    await remove(ben, group, eva).expect(403);
    await setAdmin(ben, group, ben, true).expect(403);
    const path = `/api/chat/groups/${group.id}`;
    await api.request.put(path).set(ben.auth).field('name', 'Mine').expect(403);
    await api.request.put(`${path}/invite-link`).set(ben.auth).expect(403);
    await setAdmin(admin, group, ben, true).expect(200);
    await api.request.put(path).set(ben.auth).field('name', 'Mine').expect(200);
    expect((await getGroup(eva, group)).name).toBe('Mine');
    await setAdmin(admin, group, ben, false).expect(200);
    await setAdmin(admin, group, admin, false).expect(409);
  });

  it('are hidden from others, who cannot read or write', async () => {
    const group = await createGroup(admin, [ben]);
    const message = await send(admin, group, 'one');
    await chat.get(eva, `/groups/${group.id}`).expect(404);
    await chat.requestConversation(eva, group.id).expect(404);
    await chat.sendTo(eva, group.id).expect(404);
    await chat.sendTyping(eva, group.id).expect(404);
    await chat.updateSettings(eva, group.id, { isMuted: false }).expect(404);
    await chat.react(eva, message.id, '🧶').expect(404);
    await chat.editMessage(eva, message.id, 'x').expect(404);
    await chat.deleteMessage(eva, message.id).expect(404);
    await remove(eva, group, ben).expect(404);
  });

  it('receive and see nothing after they were removed', async () => {
    const group = await createGroup(admin, [ben, eva]);
    await remove(admin, group, ben).expect(200);
    await send(eva, group, 'after');
    expect(await list(ben)).toEqual([]);
    await chat.requestConversation(ben, group.id).expect(404);
    expect(await api.services.chat.inbox.list(ben.id, 0, 20)).toEqual([]);
    expect(describeAll((await read(eva, group)).content)).toEqual([
      'members_added',
      'member_removed',
      'after',
    ]);
  });

  it('are succeeded by the longest-standing one when the last admin leaves', async () => {
    const group = await createGroup(admin, [ben]);
    await post(admin, `/groups/${group.id}/members`, { userIds: [eva.id] }).expect(200);
    await remove(admin, group, admin).expect(200);
    const left = await getGroup(eva, group);
    expect(left.members.map(({ user, isAdmin }) => [user.id, isAdmin])).toEqual([
      [ben.id, true],
      [eva.id, false],
    ]);
    await remove(ben, group, ben).expect(200);
    await remove(eva, group, eva).expect(200);
    expect(await api.database.conversation.count({ where: { id: group.id } })).toBe(0);
  });

  it('are added as their message permission allows', async () => {
    const permit = (user: User, messagePermission: 'nobody' | 'requests') =>
      api.database.user.update({ where: { id: user.id }, data: { messagePermission } });
    await permit(ben, 'nobody');
    await permit(eva, 'requests');
    const add = (user: User) => post(admin, '/groups', { name: 'A', userIds: [user.id] });
    await add(ben).expect(403);
    const group = await createGroup(admin, [eva]);
    expect(await list(eva)).toEqual([]);
    expect(await list(eva, '&folder=requests')).toMatchObject([{ isRequest: true }]);
    const message = await send(admin, group, 'one');
    await chat.markRead(eva, message.id).expect(200);
    expect((await read(admin, group)).seenUpTo).toBeNull();
    expect(await chat.countUnread(eva)).toBe(0);
    await post(eva, `/requests/${group.id}/accept`, {}).expect(200);
    expect(await list(eva)).toMatchObject([{ isRequest: false }]);
    const second = await createGroup(admin, [eva]);
    await post(eva, `/requests/${second.id}/decline`, {}).expect(200);
    await post(admin, `/groups/${second.id}/members`, { userIds: [eva.id] }).expect(403);
    await createUserActions(api).block(eva, admin.id).expect(200);
    await add(eva).expect(404);
  });

  it('are at most 100', async () => {
    const group = await createGroup(admin, []);
    const add = (count: number) =>
      post(admin, `/groups/${group.id}/members`, {
        userIds: Array.from({ length: count }, () => newId()),
      });
    await add(100).expect(400);
    await add(10_000).expect(413);
    await api.database.$executeRaw`
      WITH added AS (INSERT INTO users (id, email, name, username, password_hash)
        SELECT gen_random_uuid(), 'g' || i || ${group.id} || '@x.org', 'G', 'g' || i || '_' || left(${group.id}, 8), 'x'
        FROM generate_series(1, 99) i RETURNING id)
      INSERT INTO conversation_members (conversation_id, user_id) SELECT ${group.id}::uuid, id FROM added`;
    await post(admin, `/groups/${group.id}/members`, { userIds: [ben.id] }).expect(409);
    expect(await send(admin, group, 'to all')).toMatchObject({ content: 'to all' });
  });

  it('lose messages and membership with their account', async () => {
    const group = await createGroup(admin, [ben]);
    await send(admin, group, 'mine');
    const password = { password: admin.password };
    const changed: unknown[] = [];
    const end = api.services.bus.subscribe({
      onSignal: (signal) => changed.push(signal),
      onGapEnded: () => undefined,
    });
    await createUserActions(api).remove(admin, '/users/me').send(password).expect(200);
    end();
    expect(changed).toContainEqual({
      kind: 'conversation',
      conversationId: group.id,
      userIds: [ben.id],
    });
    const page = await read(ben, group);
    expect(page).toMatchObject({ membersCount: 1, isAdmin: true });
    expect(page.content.at(-1)).toMatchObject({ senderId: null, content: '', isDeleted: true });
    expect(await chat.countUnread(ben)).toBe(0);
  });
});

describe('an invite link', () => {
  const link = async (by: User, { id }: GroupDetails): Promise<string> => {
    const response = await api.request
      .put(`/api/chat/groups/${id}/invite-link`)
      .set(by.auth)
      .expect(200);
    return z.object({ inviteToken: z.string() }).parse(response.body).inviteToken;
  };
  const join = (by: User, token: string) => post(by, '/group-invitation/join', { token });

  it('lets users join until it is reset or revoked, but not those who were removed', async () => {
    const group = await createGroup(admin, []);
    const token = await link(admin, group);
    const shown = await post(ben, '/group-invitation', { token }).expect(200);
    expect(groupInvitationSchema.strict().parse(shown.body)).toEqual({
      conversationId: null,
      name: 'Weavers',
      picture: null,
      membersCount: 1,
    });
    await join(ben, token).expect(200);
    await join(ben, token).expect(200);
    expect(describeAll((await read(ben, group)).content)).toEqual(['member_joined']);
    expect((await getGroup(ben, group)).inviteToken).toBeNull();
    await remove(admin, group, ben).expect(200);
    await join(ben, token).expect(404);
    const next = await link(admin, group);
    await join(eva, token).expect(404);
    await api.request
      .delete(`/api/chat/groups/${group.id}/invite-link`)
      .set(admin.auth)
      .expect(200);
    await join(eva, next).expect(404);
    await join(eva, 'guessed').expect(404);
  });
});
