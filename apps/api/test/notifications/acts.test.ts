import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { createNotificationActs, inShort } from './support.ts';

let api: TestApi;
let acts: ReturnType<typeof createNotificationActs>;
let author: User;
let other: User;
let third: User;
let thread: string;

beforeAll(async () => {
  api = await startTestApi();
  acts = createNotificationActs(api);
});

afterAll(() => api.close());

beforeEach(async () => {
  [author, other, third] = [await createUser(api), await createUser(api), await createUser(api)];
  thread = await acts.publish(author, { content: 'Some words' });
});

const listed = async (of: User) => inShort(await acts.list(of));

describe('what is told', () => {
  it('of a thread: like, repost, reaction, reply, quote', async () => {
    await acts.like(other, thread);
    await acts.repost(other, thread);
    await acts.react(other, thread, 'wow');
    const reply = await acts.publish(other, { content: 'An answer', parentThreadId: thread });
    const quoting = { content: 'Look', quotedThreadId: thread };
    const quote = await acts.publish(other, quoting, '/threads/quote-repost');

    const notifications = await acts.list(author);
    expect(inShort(notifications)).toEqual(
      ['quote', 'reply', 'reaction', 'repost', 'like'].map((type) => `${type} ${other.username}`),
    );
    expect(notifications.map((one) => one.thread?.id)).toEqual([
      quote,
      reply,
      thread,
      thread,
      thread,
    ]);
    expect(notifications.every((one) => !one.isRead && one.actorsCount === 1)).toBe(true);
    expect(inShort(await acts.list(author, 'mentions'))).toEqual(
      ['quote', 'reply'].map((type) => `${type} ${other.username}`),
    );
    expect(await acts.unread(author)).toBe(5);
    expect(await listed(other)).toEqual([]);
  });

  it('a mention, also one that an edit adds, and no more what an edit removes', async () => {
    const id = await acts.publish(author, { content: `Hello @${other.username}` });
    expect(await listed(other)).toEqual([`mention ${author.username}`]);
    await acts.edit(author, id, `Hello @${other.username} and @${third.username}`);
    expect(await listed(other)).toEqual([`mention ${author.username}`]);
    expect(await listed(third)).toEqual([`mention ${author.username}`]);
    await acts.edit(author, id, `Hello @${author.username}`);
    expect([await listed(other), await listed(third), await listed(author)]).toEqual([[], [], []]);
  });

  it('one thing of one thread: to whom it answers or quotes not also that it names them', async () => {
    const content = `@${author.username} @${third.username} yes`;
    const reply = await acts.publish(other, { content, parentThreadId: thread });
    expect(await listed(author)).toEqual([`reply ${other.username}`]);
    expect(await listed(third)).toEqual([`mention ${other.username}`]);
    await acts.edit(other, reply, 'yes');
    await acts.edit(other, reply, content);
    expect(await listed(author)).toEqual([`reply ${other.username}`]);
    const quoting = { content, quotedThreadId: thread };
    await acts.publish(other, quoting, '/threads/quote-repost');
    expect(await listed(author)).toEqual([`quote ${other.username}`, `reply ${other.username}`]);
  });

  it('a follow, a request, its approval', async () => {
    await acts.follow(other, author.id).expect(200);
    expect(await listed(author)).toEqual([`follow ${other.username}`]);
    await acts.unfollow(other, author.id).expect(200);
    expect(await listed(author)).toEqual([]);

    const closed = await createUser(api, { isPrivate: true });
    await acts.follow(other, closed.id).expect(200);
    await acts.follow(third, closed.id).expect(200);
    const requests = await acts.list(closed, 'requests');
    expect(inShort(requests)).toEqual([
      `follow_request ${third.username}`,
      `follow_request ${other.username}`,
    ]);
    expect(await acts.unread(closed)).toBe(2);
    const requestId = await acts.requestId(other, closed);
    expect(requests[1]?.followRequest).toEqual({ id: requestId, status: 'pending' });

    await acts.approve(closed, requestId).expect(200);
    expect(await listed(other)).toEqual([`follow_approved ${closed.username}`]);
    expect((await acts.list(closed))[1]).toMatchObject({
      isRead: true,
      followRequest: { status: 'approved' },
    });
    expect(await acts.unread(closed)).toBe(1);
    await acts.unfollow(third, closed.id).expect(200);
    expect(inShort(await acts.list(closed))).toEqual([`follow_request ${other.username}`]);

    await acts.remove(closed, `/users/me/followers/${other.id}`).expect(200);
    expect(await listed(other)).toEqual([]);
  });

  it('all who waited, when a private account opens', async () => {
    const closed = await createUser(api, { isPrivate: true });
    for (const person of [other, third]) await acts.follow(person, closed.id).expect(200);
    const opening = api.request.put('/api/users/me').set(closed.auth);
    await opening.send({ isPrivate: 'false' }).expect(200);
    for (const person of [other, third]) {
      expect(await listed(person)).toEqual([`follow_approved ${closed.username}`]);
    }
    expect(await acts.unread(closed)).toBe(0);
  });

  it('nothing of what one does oneself', async () => {
    await acts.like(author, thread);
    await acts.repost(author, thread);
    await acts.react(author, thread, 'love');
    await acts.publish(author, { content: `@${author.username}`, parentThreadId: thread });
    await acts.publish(author, { content: 'x', quotedThreadId: thread }, '/threads/quote-repost');
    expect(await listed(author)).toEqual([]);
    expect(await acts.unread(author)).toBe(0);
  });
});

describe('what is undone', () => {
  it('is not told any more, while it is unread', async () => {
    for (const on of [true, false]) {
      await acts.like(other, thread, on);
      await acts.repost(other, thread, on);
      await acts.react(other, thread, 'wow', on);
    }
    expect(await listed(author)).toEqual([]);
    expect(await acts.unread(author)).toBe(0);
    const reply = await acts.publish(other, {
      content: `@${third.username}`,
      parentThreadId: thread,
    });
    await acts.remove(other, `/threads/${reply}`).expect(200);
    expect([await listed(author), await listed(third)]).toEqual([[], []]);
  });

  it('stays once it was read, and is not told again', async () => {
    await acts.like(other, thread);
    expect(await acts.markRead(author)).toBe(0);
    await acts.like(other, thread, false);
    await acts.like(other, thread);
    expect((await acts.list(author)).map(({ isRead }) => isRead)).toEqual([true]);
    expect(await acts.unread(author)).toBe(0);
  });

  it('another reaction in the place of one tells nothing new', async () => {
    await acts.react(other, thread, 'wow');
    const [before] = await acts.list(author);
    await acts.react(other, thread, 'sad');
    expect(await acts.list(author)).toEqual([
      { ...before, thread: expect.objectContaining({ reactions: { sad: 1 } }) as unknown },
    ]);
  });

  it('goes with the thread, also where a stub stays', async () => {
    await acts.publish(other, { content: 'An answer', parentThreadId: thread });
    await acts.like(third, thread);
    await acts.remove(author, `/threads/${thread}`).expect(200);
    expect(await listed(author)).toEqual([`reply ${other.username}`]);
  });
});

describe('the bus', () => {
  it('is told for whom something has changed, and of nobody else', async () => {
    const told: string[][] = [];
    const end = api.services.bus.subscribe({
      onSignal: (signal) => {
        if (signal.kind === 'notification') told.push([...signal.userIds]);
      },
      onGapEnded: () => undefined,
    });
    await acts.like(other, thread);
    await acts.like(other, thread);
    await acts.like(author, thread);
    await acts.like(other, thread, false);
    await acts.publish(author, { content: `@${third.username}` });
    await acts.markRead(third);
    await expect.poll(() => told).toEqual([[author.id], [author.id], [third.id], [third.id]]);
    end();
  });
});
