import { findCounterDrift } from '@skein/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNotificationsModule } from '../../src/modules/notifications/index.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { insertUser } from '../support/factories/threads.ts';
import { createNotificationsClient, summarize } from './support.ts';

let api: TestApi;
let client: ReturnType<typeof createNotificationsClient>;
let author: User;
const users: User[] = [];

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

beforeAll(async () => {
  // One user sends more requests than allowed.
  api = await startTestApi({ limits: 'off' });
  client = createNotificationsClient(api);
  author = await createUser(api);
  for (let number = 0; number < 100; number += 1) users.push(await createUser(api));
});

afterAll(() => api.close());

describe('concurrent requests', () => {
  it('group a hundred likes into one notification', async () => {
    const id = await client.publish(author, { content: 'Words' });
    await Promise.all(users.map((user) => client.like(user, id)));
    const [group, ...others] = await client.list(author);
    expect(group).toMatchObject({ type: 'like', actorsCount: 100 });
    expect(others).toEqual([]);
    expect(await client.countUnread(author)).toBe(1);
  });

  it('leave a notification exactly for each existing like and repost', async () => {
    const ids = await Promise.all(
      [1, 2, 3].map(() => client.publish(author, { content: 'Words' })),
    );
    const requests = Array.from({ length: 240 }, (_, number) => {
      const user = users[number % 4] ?? author;
      const id = ids[number % 3] ?? '';
      const on = number % 5 < 2;
      return number % 2 ? client.like(user, id, on) : client.repost(user, id, on);
    });
    await Promise.all(requests);
    const threadId = { in: ids };
    const pair = (row: { userId: string; threadId: string }) => `${row.userId} ${row.threadId}`;
    for (const [type, rows] of [
      ['like', await api.database.like.findMany({ where: { threadId } })],
      ['repost', await api.database.repost.findMany({ where: { threadId } })],
    ] as const) {
      const notified = await api.database.notification.findMany({ where: { threadId, type } });
      const notifiedPairs = notified.map(({ actorId, threadId: id }) => `${actorId} ${id}`);
      expect(notifiedPairs.toSorted()).toEqual(rows.map(pair).toSorted());
    }
    expect(await findCounterDrift(api.databaseUrl)).toEqual([]);
  });

  it('do not deadlock while reading, liking and deleting', async () => {
    const ids = await Promise.all(
      users.slice(0, 10).map(() => client.publish(author, { content: 'Words' })),
    );
    await Promise.all(ids.flatMap((id) => users.slice(0, 20).map((by) => client.like(by, id))));
    await Promise.all([
      ...ids.map((id) => client.remove(author, `/threads/${id}`).expect(200)),
      ...ids.map(() => client.markRead(author)),
      ...ids.map((id) => client.post(users[30] ?? author, `/threads/${id}/like`)),
    ]);
    const threadId = { in: ids };
    expect(await api.database.notification.count({ where: { threadId } })).toBe(0);
  });
});

describe('a poll that has ended', () => {
  const poll = JSON.stringify({ question: 'Which?', options: ['a', 'b'], durationMinutes: 5 });

  it('notifies its voters and author once, also with several servers', async () => {
    const [pollAuthor, voter, nonVoter] = [
      await createUser(api),
      await createUser(api),
      await createUser(api),
    ];
    const id = await client.publish(pollAuthor, { content: 'Well?', poll });
    const read = await client.read(pollAuthor, `/threads/${id}`);
    const { options } = (read.body as { poll: { options: { id: string }[] } }).poll;
    for (const by of [pollAuthor, voter]) {
      const optionIds = [options[0]?.id];
      await client.post(by, `/threads/${id}/poll/vote`).send({ optionIds }).expect(200);
    }
    const { notifications } = api.services;
    await notifications.notifyEndedPolls();
    expect(await client.list(voter)).toEqual([]);
    api.clock.advance(6 * minuteMs);
    const otherServer = createNotificationsModule({ ...api.services, ...api });
    await Promise.all([notifications.notifyEndedPolls(), otherServer.notifyEndedPolls()]);
    await notifications.notifyEndedPolls();
    expect(summarize(await client.list(voter))).toEqual([`poll_ended ${pollAuthor.username}`]);
    expect(await client.list(nonVoter)).toEqual([]);
    const ofAuthor = await client.list(pollAuthor);
    expect(ofAuthor).toMatchObject([
      { type: 'poll_ended', actors: [], actorsCount: 0, thread: { id } },
    ]);
    expect([await client.countUnread(pollAuthor), await client.countUnread(voter)]).toEqual([1, 1]);
  });

  it('notifies a thousand voters', async () => {
    const pollAuthor = await createUser(api);
    const id = await client.publish(pollAuthor, { content: 'Well?', poll });
    const { id: pollId } = await api.database.poll.findFirstOrThrow({ where: { threadId: id } });
    const voters: string[] = [];
    for (let number = 0; number < 1000; number += 1) {
      voters.push(await insertUser(api.database, { username: `voter${number}` }));
    }
    await api.database.pollBallot.createMany({
      data: voters.map((userId) => ({ userId, pollId })),
    });
    await api.database.poll.update({ where: { id: pollId }, data: { votersCount: 1000 } });
    api.clock.advance(6 * minuteMs);
    await api.services.notifications.notifyEndedPolls();
    expect(await api.database.notification.count({ where: { threadId: id } })).toBe(1001);
  }, 30_000);
});

describe('old notifications', () => {
  it('are deleted after ninety days, read or not', async () => {
    const reader = await createUser(api);
    const id = await client.publish(reader, { content: 'Words' });
    await client.like(users[0] ?? author, id);
    await client.repost(users[0] ?? author, id);
    api.clock.advance(60 * dayMs);
    await api.database.notification.updateMany({
      where: { recipientId: reader.id, type: 'like' },
      data: { readAt: api.clock.now() },
    });
    const listRemaining = async () => {
      await api.services.notifications.removeOld();
      const remaining = await api.database.notification.findMany({
        where: { recipientId: reader.id },
      });
      return remaining.map(({ type }) => type).toSorted();
    };
    expect(await listRemaining()).toEqual(['like', 'repost']);
    api.clock.advance(31 * dayMs);
    expect(await listRemaining()).toEqual(['like']);
    api.clock.advance(60 * dayMs);
    expect(await listRemaining()).toEqual([]);
    api.clock.advance(-151 * dayMs);
  });
});

describe('a deleted account', () => {
  it('leaves no notification by it or for it', async () => {
    const [deletedUser, other] = [await createUser(api), await createUser(api)];
    const othersThread = await client.publish(other, { content: `@${deletedUser.username}` });
    await client.like(deletedUser, othersThread);
    await client.follow(deletedUser, other.id);
    await client.prefer(deletedUser, { like: false }).expect(200);
    expect(await client.countUnread(other)).toBe(2);
    await client
      .remove(deletedUser, '/users/me')
      .send({ password: deletedUser.password })
      .expect(200);
    expect([await client.list(other), await client.countUnread(other)]).toEqual([[], 0]);
    const either = { OR: [{ actorId: deletedUser.id }, { recipientId: deletedUser.id }] };
    expect(await api.database.notification.count({ where: either })).toBe(0);
    const userId = deletedUser.id;
    expect(await api.database.notificationPreference.count({ where: { userId } })).toBe(0);
  });
});
