import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readRateLimits } from '../../src/platform/config/rate-limit-rules.ts';
import { newId } from '../../src/platform/ids.ts';
import { createChatClient } from '../chat/support.ts';
import type { ChatClient } from '../chat/support.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { expectError } from '../support/http/responses.ts';

const hour = 3600;
const spam = 'Buy the very best watches at a very low price';

let api: TestApi;
let chat: ChatClient;
let strangers: User[];
let member: User;

beforeAll(async () => {
  const rules = readRateLimits({ RATE_LIMIT_FACTOR: '1' });
  const rateLimitRules = rules && {
    ...rules,
    newAccountLinks: { max: 2, seconds: 24 * hour },
    newAccountMessages: { max: 2, seconds: 24 * hour },
    repeatedTexts: { max: 2, seconds: hour },
  };
  api = await startTestApi({ settings: { rateLimitRules } });
  chat = createChatClient(api);
  strangers = await Promise.all(Array.from({ length: 4 }, () => createUser(api)));
});

beforeEach(async () => {
  member = await createUser(api);
});

afterAll(() => api.close());

const strangerAt = (index: number): User => {
  const user = strangers[index];
  if (user === undefined) throw new Error('There are fewer strangers.');
  return user;
};

async function createEstablished(): Promise<User> {
  const user = await createUser(api);
  const data = { createdAt: new Date(Date.now() - 48 * hour * 1000), threadsCount: 5 };
  await api.database.user.update({ where: { id: user.id }, data });
  return user;
}

const follow = (follower: User, followee: User) =>
  api.database.follow.create({ data: { followerId: follower.id, followeeId: followee.id } });

const createGroup = (by: User, users: readonly User[]) =>
  api.request
    .post('/api/chat/groups')
    .set(by.auth)
    .send({ name: 'Weavers', userIds: users.map(({ id }) => id) });

const addMembers = (by: User, groupId: string, users: readonly Pick<User, 'id'>[]) =>
  api.request
    .post(`/api/chat/groups/${groupId}/members`)
    .set(by.auth)
    .send({ userIds: users.map(({ id }) => id) });

const sendId = async (by: User, receiverId: string, content: string) =>
  ((await chat.send(by, receiverId, { content }).expect(201)).body as { id: string }).id;

const sendIdTo = async (by: User, conversationId: string, content: string) =>
  ((await chat.sendTo(by, conversationId, { content }).expect(201)).body as { id: string }).id;

describe('a new account', () => {
  it('adds few strangers to groups, which are first messages', async () => {
    const many = await createGroup(member, strangers.slice(0, 3));
    expect(expectError(many, 'forbidden').message).toBe(
      "New accounts can message only a few people who don't follow them.",
    );
    const group = (await createGroup(member, [strangerAt(0)]).expect(201)).body as { id: string };
    // Nothing is counted for a request that fails, nor for those who are in a group with the account.
    expectError(await addMembers(member, group.id, [strangerAt(1), { id: newId() }]), 'not_found');
    await createGroup(member, [strangerAt(0)]).expect(201);
    await addMembers(member, group.id, [strangerAt(1)]).expect(200);
    expectError(await addMembers(member, group.id, [strangerAt(2)]), 'rate_limited');
    expectError(await chat.send(member, strangerAt(2).id), 'rate_limited');
    await follow(strangerAt(2), member);
    await addMembers(member, group.id, [strangerAt(2)]).expect(200);
    await chat.sendTo(member, group.id).expect(201);
  });

  it('sends few links to groups with somebody who has not written in them', async () => {
    const friend = await createEstablished();
    await follow(friend, member);
    const own = await chat.createGroup(member, [friend]);
    for (const name of ['a', 'b', 'c']) await sendIdTo(member, own.id, `https://${name}.example`);

    const group = await chat.createGroup(friend, [member, strangerAt(0)]);
    await sendIdTo(member, group.id, 'https://a.example https://b.example');
    expectError(
      await chat.sendTo(member, group.id, { content: 'https://c.example' }),
      'rate_limited',
    );
    await sendIdTo(member, group.id, 'No link');
    await sendIdTo(strangerAt(0), group.id, 'Welcome');
    await sendIdTo(member, group.id, 'https://c.example');
  });

  it('adds few links with edits of messages', async () => {
    const id = await sendId(member, strangerAt(0).id, 'https://a.example');
    // An unchanged link counts once, and an edit that fails does not count.
    await chat.editMessage(member, id, 'Look: https://a.example').expect(200);
    expectError(await chat.editMessage(strangerAt(0), id, 'https://x.example'), 'forbidden');
    await chat.editMessage(member, id, 'https://b.example').expect(200);
    expectError(await chat.editMessage(member, id, 'https://c.example'), 'rate_limited');
    const { content } = await api.database.message.findFirstOrThrow({ where: { id } });
    expect(content).toBe('https://b.example');

    const group = await chat.createGroup(member, [strangerAt(0)]);
    const inGroup = await sendIdTo(member, group.id, 'Hello');
    expectError(await chat.editMessage(member, inGroup, 'https://d.example'), 'rate_limited');
  });

  it('adds few links with edits of threads, also in the place of another', async () => {
    const published = await api.request
      .post('/api/threads')
      .set(member.auth)
      .field('content', 'https://a.example')
      .expect(201);
    const { id } = published.body as { id: string };
    const edit = (content: string) =>
      api.request.put(`/api/threads/${id}`).set(member.auth).send({ content });
    await edit('See https://a.example').expect(200);
    await edit('https://b.example').expect(200);
    expectError(await edit('https://c.example'), 'rate_limited');
  });
});

describe('the same text to many strangers', () => {
  const reply = async (by: User, to: User, content: string) => {
    const thread = await api.request
      .post('/api/threads')
      .set(to.auth)
      .field('content', 'Hello')
      .expect(201);
    const { id } = thread.body as { id: string };
    const fields = { content, parentThreadId: id };
    const created = await api.request.post('/api/threads').set(by.auth).field(fields).expect(201);
    return (created.body as { id: string }).id;
  };

  it('is rejected in edits of threads and messages, and reported', async () => {
    const sender = await createEstablished();
    const replies: string[] = [];
    for (const stranger of strangers.slice(0, 3)) {
      replies.push(await reply(sender, stranger, `Hello ${stranger.name}`));
    }
    const edit = (id: string | undefined, content: string) =>
      api.request
        .put(`/api/threads/${id ?? ''}`)
        .set(sender.auth)
        .send({ content });
    await edit(replies[0], spam).expect(200);
    await edit(replies[0], `${spam}!`).expect(200);
    await edit(replies[1], spam.toUpperCase()).expect(200);
    expectError(await edit(replies[2], spam), 'rate_limited');
    const message = await sendId(sender, strangerAt(3).id, 'Hello');
    expectError(await chat.editMessage(sender, message, spam), 'rate_limited');
    const reports = await api.database.report.findMany({ where: { targetId: sender.id } });
    expect(reports).toMatchObject([{ automaticRule: 'repeated_text', note: spam }]);
  });

  it('counts a group as one person, unless all have written in it', async () => {
    const sender = await createEstablished();
    const groups = [
      await chat.createGroup(sender, strangers.slice(0, 3)),
      await chat.createGroup(sender, strangers.slice(1, 4)),
      await chat.createGroup(sender, [strangerAt(0)]),
    ];
    await sendIdTo(sender, groups[0]?.id ?? '', spam);
    await sendIdTo(sender, groups[1]?.id ?? '', spam);
    expectError(await chat.sendTo(sender, groups[2]?.id ?? '', { content: spam }), 'rate_limited');
    await sendIdTo(strangerAt(0), groups[2]?.id ?? '', 'Hello');
    await sendIdTo(sender, groups[2]?.id ?? '', spam);
  });
});
