import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { insertCrowd } from '../support/factories/crowd.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { expectError } from '../support/http/responses.ts';
import { createNotificationsClient, summarize } from './support.ts';

let api: TestApi;
let client: ReturnType<typeof createNotificationsClient>;
let author: User;
let other: User;
let third: User;
let thread: string;

beforeAll(async () => {
  api = await startTestApi();
  client = createNotificationsClient(api);
});

afterAll(() => api.close());

beforeEach(async () => {
  [author, other, third] = [await createUser(api), await createUser(api), await createUser(api)];
  thread = await client.publish(author, { content: 'Some words' });
});

const setBell = (by: User, of: User, isOn: boolean) =>
  api.request[isOn ? 'post' : 'delete'](`/api/users/${of.id}/thread-notifications`).set(by.auth);

const listed = async (of: User) => summarize(await client.list(of));

describe('a user who wants to be notified of new threads', () => {
  const notify = () => api.services.notifications.notifyFollowers();
  const countPending = () => api.database.pendingThreadNotification.count();

  it('must follow the author', async () => {
    expectError(await setBell(other, author, true), 'conflict');
    await setBell(other, author, false).expect(200);
    expectError(await setBell(other, { ...author, id: newId() }, true), 'not_found');
    const path = `/api/users/${author.id}/thread-notifications`;
    expectError(await api.request.post(path), 'unauthenticated');
  });

  it('gets one for each thread and quote, until the bell is off or the follow ends', async () => {
    await client.follow(other, author.id).expect(200);
    await client.follow(third, author.id).expect(200);
    await client.publish(author, { content: 'Nobody asked for it' });
    expect(await countPending()).toBe(0);

    await setBell(other, author, true).expect(200);
    const first = await client.publish(author, { content: 'News' });
    await client.publish(author, { content: 'More', parentThreadId: first });
    await client.repost(author, first);
    await client.publish(author, { content: `You, @${other.username}` });
    const quote = { content: 'Look', quotedThreadId: thread };
    await client.publish(author, quote, '/threads/quote-repost');
    await notify();
    expect(await countPending()).toBe(0);
    expect(await listed(other)).toEqual(
      ['new_thread', 'new_thread', 'mention'].map((type) => `${type} ${author.username}`),
    );
    expect(await listed(third)).toEqual([]);

    await setBell(other, author, false).expect(200);
    await client.publish(author, { content: 'Too late' });
    await setBell(other, author, true).expect(200);
    await api.request.delete(`/api/users/${author.id}/follow`).set(other.auth).expect(200);
    await client.publish(author, { content: 'Far too late' });
    await notify();
    expect(await listed(other)).toHaveLength(3);
  });

  it('is one of many, who are notified in batches', async () => {
    await insertCrowd(api.database, 501);
    const crowd = await api.database.user.findMany({
      where: { email: { endsWith: '@crowd.example' } },
      select: { id: true },
    });
    await api.database.follow.createMany({
      data: crowd.map(({ id }) => ({ followerId: id, followeeId: author.id, isNotifying: true })),
    });
    const threadId = await client.publish(author, { content: 'To all' });
    await Promise.all([notify(), notify()]);
    await notify();
    expect(await countPending()).toBe(0);
    expect(await api.database.notification.count({ where: { threadId, type: 'new_thread' } })).toBe(
      501,
    );
  });
});

describe('a notification is written for', () => {
  it('a like, repost, reaction, reply and quote of a thread', async () => {
    await client.like(other, thread);
    await client.repost(other, thread);
    await client.react(other, thread, 'wow');
    const reply = await client.publish(other, { content: 'A reply', parentThreadId: thread });
    const quoting = { content: 'Look', quotedThreadId: thread };
    const quote = await client.publish(other, quoting, '/threads/quote-repost');

    const notifications = await client.list(author);
    expect(summarize(notifications)).toEqual(
      ['quote', 'reply', 'reaction', 'repost', 'like'].map((type) => `${type} ${other.username}`),
    );
    expect(notifications.map((notification) => notification.thread?.id)).toEqual([
      quote,
      reply,
      thread,
      thread,
      thread,
    ]);
    expect(notifications.every(({ isRead, actorsCount }) => !isRead && actorsCount === 1)).toBe(
      true,
    );
    expect(summarize(await client.list(author, 'mentions'))).toEqual(
      ['quote', 'reply'].map((type) => `${type} ${other.username}`),
    );
    expect(await client.countUnread(author)).toBe(5);
    expect(await listed(other)).toEqual([]);
  });

  it('a mention, also one added by an edit, and deleted when an edit removes it', async () => {
    const id = await client.publish(author, { content: `Hello @${other.username}` });
    expect(await listed(other)).toEqual([`mention ${author.username}`]);
    await client.edit(author, id, `Hello @${other.username} and @${third.username}`);
    expect(await listed(other)).toEqual([`mention ${author.username}`]);
    expect(await listed(third)).toEqual([`mention ${author.username}`]);
    await client.edit(author, id, `Hello @${author.username}`);
    expect([await listed(other), await listed(third), await listed(author)]).toEqual([[], [], []]);
  });

  it('a reply or quote, but not also a mention of the same user', async () => {
    const content = `@${author.username} @${third.username} yes`;
    const reply = await client.publish(other, { content, parentThreadId: thread });
    expect(await listed(author)).toEqual([`reply ${other.username}`]);
    expect(await listed(third)).toEqual([`mention ${other.username}`]);
    await client.edit(other, reply, 'yes');
    await client.edit(other, reply, content);
    expect(await listed(author)).toEqual([`reply ${other.username}`]);
    const quoting = { content, quotedThreadId: thread };
    await client.publish(other, quoting, '/threads/quote-repost');
    expect(await listed(author)).toEqual([`quote ${other.username}`, `reply ${other.username}`]);
  });

  it('a follow, a follow request and its approval', async () => {
    await client.follow(other, author.id).expect(200);
    expect(await listed(author)).toEqual([`follow ${other.username}`]);
    await client.unfollow(other, author.id).expect(200);
    expect(await listed(author)).toEqual([]);

    const privateUser = await createUser(api, { isPrivate: true });
    await client.follow(other, privateUser.id).expect(200);
    await client.follow(third, privateUser.id).expect(200);
    const requests = await client.list(privateUser, 'requests');
    expect(summarize(requests)).toEqual([
      `follow_request ${third.username}`,
      `follow_request ${other.username}`,
    ]);
    expect(await client.countUnread(privateUser)).toBe(2);
    const requestId = await client.requestId(other, privateUser);
    expect(requests[1]?.followRequest).toEqual({ id: requestId, status: 'pending' });

    await client.approve(privateUser, requestId).expect(200);
    expect(await listed(other)).toEqual([`follow_approved ${privateUser.username}`]);
    expect((await client.list(privateUser))[1]).toMatchObject({
      isRead: true,
      followRequest: { status: 'approved' },
    });
    expect(await client.countUnread(privateUser)).toBe(1);
    await client.unfollow(third, privateUser.id).expect(200);
    expect(summarize(await client.list(privateUser))).toEqual([`follow_request ${other.username}`]);

    await client.remove(privateUser, `/users/me/followers/${other.id}`).expect(200);
    expect(await listed(other)).toEqual([]);
  });

  it('all pending requests when an account becomes public', async () => {
    const privateUser = await createUser(api, { isPrivate: true });
    for (const user of [other, third]) await client.follow(user, privateUser.id).expect(200);
    const opening = api.request.put('/api/users/me').set(privateUser.auth);
    await opening.send({ isPrivate: 'false' }).expect(200);
    for (const user of [other, third]) {
      expect(await listed(user)).toEqual([`follow_approved ${privateUser.username}`]);
    }
    expect(await client.countUnread(privateUser)).toBe(0);
  });

  it('other users only, not for actions of the user themselves', async () => {
    await client.like(author, thread);
    await client.repost(author, thread);
    await client.react(author, thread, 'love');
    await client.publish(author, { content: `@${author.username}`, parentThreadId: thread });
    await client.publish(author, { content: 'x', quotedThreadId: thread }, '/threads/quote-repost');
    expect(await listed(author)).toEqual([]);
    expect(await client.countUnread(author)).toBe(0);
  });
});

describe('the notification of an undone action', () => {
  it('is deleted while it is unread', async () => {
    for (const on of [true, false]) {
      await client.like(other, thread, on);
      await client.repost(other, thread, on);
      await client.react(other, thread, 'wow', on);
    }
    expect(await listed(author)).toEqual([]);
    expect(await client.countUnread(author)).toBe(0);
    const reply = await client.publish(other, {
      content: `@${third.username}`,
      parentThreadId: thread,
    });
    await client.remove(other, `/threads/${reply}`).expect(200);
    expect([await listed(author), await listed(third)]).toEqual([[], []]);
  });

  it('remains once it was read, and is not repeated', async () => {
    await client.like(other, thread);
    expect(await client.markRead(author)).toBe(0);
    await client.like(other, thread, false);
    await client.like(other, thread);
    expect((await client.list(author)).map(({ isRead }) => isRead)).toEqual([true]);
    expect(await client.countUnread(author)).toBe(0);
  });

  it('is not repeated for another reaction', async () => {
    await client.react(other, thread, 'wow');
    const [before] = await client.list(author);
    await client.react(other, thread, 'sad');
    expect(await client.list(author)).toEqual([
      { ...before, thread: expect.objectContaining({ reactions: { sad: 1 } }) as unknown },
    ]);
  });

  it('is deleted with the thread, even if a stub remains', async () => {
    await client.publish(other, { content: 'A reply', parentThreadId: thread });
    await client.like(third, thread);
    await client.remove(author, `/threads/${thread}`).expect(200);
    expect(await listed(author)).toEqual([`reply ${other.username}`]);
  });
});

describe('the bus', () => {
  it('gets signals only for users with changes', async () => {
    const notified: string[][] = [];
    const end = api.services.bus.subscribe({
      onSignal: (signal) => {
        if (signal.kind === 'notification') notified.push([...signal.userIds]);
      },
      onGapEnded: () => undefined,
    });
    await client.like(other, thread);
    await client.like(other, thread);
    await client.like(author, thread);
    await client.like(other, thread, false);
    await client.publish(author, { content: `@${third.username}` });
    await client.markRead(third);
    await expect.poll(() => notified).toEqual([[author.id], [author.id], [third.id], [third.id]]);
    end();
  });
});
