import { findCounterDrift } from '@skein/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { insertConversation, insertMessage } from '../support/factories/chat.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { createActs } from '../support/db/relations.ts';
import { takeExport } from '../support/http/download-export.ts';
import { insertMember } from '../support/factories/threads.ts';
import { unzip } from '../support/http/unzip.ts';
import { createChatActs } from './support.ts';
import type { ChatActs } from './support.ts';

let api: TestApi;
let chat: ChatActs;
let own: User;

beforeAll(async () => {
  api = await startTestApi();
  chat = createChatActs(api);
  own = await createUser(api);
});

afterAll(() => api.close());

/** Somebody with whom there are seven messages, '1' to '7', by turns. */
async function createPartner(): Promise<User> {
  const person = await createUser(api);
  for (const number of [1, 2, 3, 4, 5, 6, 7]) {
    const [from, to] = number % 2 === 1 ? [own, person] : [person, own];
    await chat.sent(from, to, { content: String(number) });
  }
  return person;
}

const contents = ({ content }: { content: { content: string }[] }) =>
  content.map((message) => message.content).join('');

describe('a conversation', () => {
  it('is read from the newest, inside a page from the oldest', async () => {
    const person = await createPartner();
    const first = await chat.page(own, person, '?size=3');
    expect(first).toMatchObject({ page: 0, size: 3, last: false, canWrite: true, seenUpTo: null });
    expect(contents(first)).toBe('567');
    expect(first.user).toMatchObject({ id: person.id, name: person.name });
    expect(contents(await chat.page(own, person, '?size=3&page=1'))).toBe('234');
    const end = await chat.page(own, person, '?size=3&page=2');
    expect(end).toMatchObject({ last: true, nextCursor: null });
    expect(contents(end)).toBe('1');
    expect(contents(await chat.page(own, person, '?size=3&page=3'))).toBe('');
    expect(contents(await chat.page(person, own))).toBe('1234567');
  });

  it('is read further up with a cursor, whatever comes meanwhile', async () => {
    const person = await createPartner();
    const { nextCursor } = await chat.page(own, person, '?size=3');
    await chat.sent(own, person, { content: '8' });
    const second = await chat.page(own, person, `?size=3&cursor=${nextCursor}`);
    expect(second).toMatchObject({ page: null, last: false });
    expect(contents(second)).toBe('234');
    const third = await chat.page(own, person, `?size=3&cursor=${second.nextCursor}`);
    expect(third).toMatchObject({ last: true, nextCursor: null });
    expect(contents(third)).toBe('1');
    const full = await chat.page(own, person, '?size=8');
    expect(full).toMatchObject({ last: true, nextCursor: null });
  });

  it('tells who sent what, and its name only to who gave it', async () => {
    const person = await createUser(api);
    await chat.sent(own, person, { clientMessageId: 'secret' });
    const [message] = (await chat.page(person, own)).content;
    expect(message).toMatchObject({
      senderId: own.id,
      senderName: own.name,
      receiverId: person.id,
      receiverName: person.name,
      clientMessageId: null,
    });
  });

  it('with somebody never written to is empty', async () => {
    const person = await createUser(api);
    expect(await chat.page(own, person)).toEqual({
      content: [],
      page: 0,
      size: 50,
      last: true,
      nextCursor: null,
      user: expect.objectContaining({ id: person.id }) as unknown,
      settings: { isMuted: true, isIgnored: false },
      canWrite: true,
      seenUpTo: null,
    });
    expect(await chat.conversations(person)).toEqual([]);
  });

  it('says where one may not write, though one may know of them', async () => {
    const closed = await createUser(api, { isPrivate: true });
    expect((await chat.page(own, closed)).canWrite).toBe(false);
  });

  it('stays readable for both after a block, and nothing is added', async () => {
    const person = await createPartner();
    await createActs(api).block(person, own.id).expect(200);
    for (const [by, to] of [
      [own, person],
      [person, own],
    ] as const) {
      const page = await chat.page(by, to);
      expect(contents(page)).toBe('1234567');
      expect(page.canWrite).toBe(false);
      expect((await chat.conversations(by)).some(({ user }) => user.id === to.id)).toBe(true);
      expectError(await chat.send(by, to.id), 'not_found');
    }
  });

  it('shows no details of a user who has blocked the viewer, until the block is removed', async () => {
    const person = await createPartner();
    const acts = createActs(api);
    await acts.mute(own, person.id).expect(200);
    await acts.follow(await createUser(api), person.id).expect(200);
    await acts.block(person, own.id).expect(200);
    await api.database.user.update({
      where: { id: person.id },
      data: {
        name: 'Zorba New',
        username: 'zorba.new',
        bio: 'zorba',
        pictureKey: 'zorbapicture',
        isVerified: true,
      },
    });
    const page = await chat.page(own, person);
    const unknown = {
      id: person.id,
      name: 'Unknown User',
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
    expect(page.content[0]).toMatchObject({ receiverName: 'Unknown User', receiverAvatar: null });
    expect(page.content[1]).toMatchObject({ senderName: 'Unknown User', senderAvatar: null });
    const listed = await chat.conversations(own);
    expect(listed.find(({ user }) => user.id === person.id)?.user).toEqual(unknown);
    const { archive } = await takeExport(api, own);
    const shown = [
      listed,
      page,
      await api.services.chat.inbox.list(own.id, 0, 500),
      (await acts.read(own, '/users/me/mutes').expect(200)).body,
      [...(await unzip(archive)).values()].map(String),
    ];
    expect(JSON.stringify(shown)).not.toMatch(/zorba/i);
    expect((await chat.page(person, own)).user.name).toBe(own.name);
    await acts.unblock(person, own.id).expect(200);
    expect((await chat.page(own, person)).user).toMatchObject({ username: 'zorba.new' });
  });

  it('is nobody’s else', async () => {
    const person = await createPartner();
    const third = await createUser(api);
    expect((await chat.page(third, person)).content).toEqual([]);
    expect(await chat.conversations(third)).toEqual([]);
  });

  it('is not there with oneself, nobody, somebody suspended and whoever blocked one before', async () => {
    const blocker = await createUser(api);
    await createActs(api).block(blocker, own.id).expect(200);
    const suspended = await insertMember(api.database);
    await insertMessage(api.database, suspended, own.id);
    await api.database.user.update({
      where: { id: suspended },
      data: { suspendedAt: new Date() },
    });
    for (const id of [own.id, newId(), 'somebody', own.username, suspended, blocker.id]) {
      expectError(await chat.read(own, id), 'not_found');
      expectError(await chat.set(own, id, { isMuted: false }), 'not_found');
      expectError(await chat.markRead(own, id), 'not_found');
    }
    for (const id of [own.id, newId(), 'somebody', blocker.id]) {
      expectError(await chat.clear(own, id), 'not_found');
    }
    expect((await chat.conversations(own)).map(({ user }) => user.id)).not.toContain(suspended);
  });

  it('refuses a page or cursor that is none, and whoever is not signed in', async () => {
    const [person, another] = [await createPartner(), await createPartner()];
    const { nextCursor } = await chat.page(own, another, '?size=3');
    for (const query of ['page=-1', 'size=0', 'size=101', 'cursor=x', `cursor=${nextCursor}`]) {
      expectError(await chat.read(own, person.id, `?${query}`), 'validation_failed');
    }
    for (const path of [`conversation/${person.id}`, 'conversations', 'unread-count']) {
      expectError(await api.request.get(`/api/chat/${path}`), 'unauthenticated');
    }
  });
});

describe('the list of conversations', () => {
  it('has each with its last message, the latest first, and goes on before one', async () => {
    const person = await createUser(api);
    const partners = [await createUser(api), await createUser(api), await createUser(api)];
    const [a, b, c] = partners;
    if (a === undefined || b === undefined || c === undefined) throw new Error('unreachable');
    await chat.sent(person, a, { content: 'first' });
    await chat.sent(b, person);
    await chat.sent(b, person, { content: 'second' });
    await chat.sent(person, c, { content: 'third' });
    await chat.sent(a, person, { content: 'fourth' });
    const list = await chat.conversations(person);
    expect(list.map(({ lastMessage }) => lastMessage?.content)).toEqual([
      'fourth',
      'third',
      'second',
    ]);
    expect(list.map(({ unreadCount }) => unreadCount)).toEqual([1, 0, 2]);
    expect(list.map(({ user }) => user.id)).toEqual([a.id, c.id, b.id]);
    expect(await chat.unread(person)).toBe(3);
    const [latest] = await chat.conversations(person, '?limit=1');
    const rest = await chat.conversations(person, `?before=${latest?.lastMessage?.id}`);
    expect(rest).toEqual(list.slice(1));
  });

  it.each(['limit=0', 'limit=51', 'before=x', `before=${newId()}`])('refuses %s', async (query) => {
    expectError(await chat.get(own, `/conversations?${query}`), 'validation_failed');
  });

  it('has none without a message', async () => {
    const [one, another] = [await createUser(api), await createUser(api)];
    await insertConversation(api.database, one.id, another.id);
    expect(await chat.conversations(one)).toEqual([]);
    expect((await chat.page(one, another)).content).toEqual([]);
  });

  it('does not go on before a message of others', async () => {
    const { id } = await chat.sent(await createUser(api), await createUser(api));
    expectError(await chat.get(own, `/conversations?before=${id}`), 'validation_failed');
  });
});

it('after all that, every count is right', async () => {
  expect(await findCounterDrift(api.databaseUrl)).toEqual([]);
});
