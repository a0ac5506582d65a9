import { findCounterDrift } from '@skein/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNotificationsModule } from '../../src/modules/notifications/index.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { insertMember } from '../support/factories/threads.ts';
import { createNotificationActs, inShort } from './support.ts';

let api: TestApi;
let acts: ReturnType<typeof createNotificationActs>;
let author: User;
const people: User[] = [];

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

beforeAll(async () => {
  api = await startTestApi();
  acts = createNotificationActs(api);
  author = await createUser(api);
  for (let number = 0; number < 100; number += 1) people.push(await createUser(api));
});

afterAll(() => api.close());

describe('at once', () => {
  it('a hundred people who like are one group of a hundred', async () => {
    const id = await acts.publish(author, { content: 'Words' });
    await Promise.all(people.map((person) => acts.like(person, id)));
    const [group, ...others] = await acts.list(author);
    expect(group).toMatchObject({ type: 'like', actorsCount: 100 });
    expect(others).toEqual([]);
    expect(await acts.unread(author)).toBe(1);
  });

  it('liking and taking it back leaves a notification exactly where there is a like', async () => {
    const ids = await Promise.all([1, 2, 3].map(() => acts.publish(author, { content: 'Words' })));
    const storm = Array.from({ length: 240 }, (_, number) => {
      const person = people[number % 4] ?? author;
      const id = ids[number % 3] ?? '';
      const on = number % 5 < 2;
      return number % 2 ? acts.like(person, id, on) : acts.repost(person, id, on);
    });
    await Promise.all(storm);
    const threadId = { in: ids };
    const pair = (row: { userId: string; threadId: string }) => `${row.userId} ${row.threadId}`;
    for (const [type, rows] of [
      ['like', await api.database.like.findMany({ where: { threadId } })],
      ['repost', await api.database.repost.findMany({ where: { threadId } })],
    ] as const) {
      const told = await api.database.notification.findMany({ where: { threadId, type } });
      const toldPairs = told.map((one) => `${one.actorId} ${one.threadId}`);
      expect(toldPairs.toSorted()).toEqual(rows.map(pair).toSorted());
    }
    expect(await findCounterDrift(api.databaseUrl)).toEqual([]);
  });

  it('reading, liking and deleting stand in nobody’s way', async () => {
    const ids = await Promise.all(
      people.slice(0, 10).map(() => acts.publish(author, { content: 'Words' })),
    );
    await Promise.all(ids.flatMap((id) => people.slice(0, 20).map((by) => acts.like(by, id))));
    await Promise.all([
      ...ids.map((id) => acts.remove(author, `/threads/${id}`).expect(200)),
      ...ids.map(() => acts.markRead(author)),
      ...ids.map((id) => acts.post(people[30] ?? author, `/threads/${id}/like`)),
    ]);
    const threadId = { in: ids };
    expect(await api.database.notification.count({ where: { threadId } })).toBe(0);
  });
});

describe('a poll that has ended', () => {
  const poll = JSON.stringify({ question: 'Which?', options: ['a', 'b'], durationMinutes: 5 });

  it('is told to its voters and its author, once, whoever sweeps', async () => {
    const [asker, voter, quiet] = [
      await createUser(api),
      await createUser(api),
      await createUser(api),
    ];
    const id = await acts.publish(asker, { content: 'Well?', poll });
    const read = await acts.read(asker, `/threads/${id}`);
    const { options } = (read.body as { poll: { options: { id: string }[] } }).poll;
    for (const by of [asker, voter]) {
      const optionIds = [options[0]?.id];
      await acts.post(by, `/threads/${id}/poll/vote`).send({ optionIds }).expect(200);
    }
    const { notifications } = api.services;
    await notifications.notifyEndedPolls();
    expect(await acts.list(voter)).toEqual([]);
    api.clock.advance(6 * minuteMs);
    const elsewhere = createNotificationsModule({ ...api.services, ...api });
    await Promise.all([notifications.notifyEndedPolls(), elsewhere.notifyEndedPolls()]);
    await notifications.notifyEndedPolls();
    expect(inShort(await acts.list(voter))).toEqual([`poll_ended ${asker.username}`]);
    expect(await acts.list(quiet)).toEqual([]);
    const own = await acts.list(asker);
    expect(own).toMatchObject([{ type: 'poll_ended', actors: [], actorsCount: 0, thread: { id } }]);
    expect([await acts.unread(asker), await acts.unread(voter)]).toEqual([1, 1]);
  });

  it('reaches a thousand voters', async () => {
    const asker = await createUser(api);
    const id = await acts.publish(asker, { content: 'Well?', poll });
    const { id: pollId } = await api.database.poll.findUniqueOrThrow({ where: { threadId: id } });
    const voters: string[] = [];
    for (let number = 0; number < 1000; number += 1) {
      voters.push(await insertMember(api.database, { username: `voter${number}` }));
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

describe('what is old', () => {
  it('is removed after ninety days, read or not', async () => {
    const reader = await createUser(api);
    const id = await acts.publish(reader, { content: 'Words' });
    await acts.like(people[0] ?? author, id);
    await acts.repost(people[0] ?? author, id);
    api.clock.advance(60 * dayMs);
    await api.database.notification.updateMany({
      where: { recipientId: reader.id, type: 'like' },
      data: { readAt: api.clock.now() },
    });
    const listLeft = async () => {
      await api.services.notifications.removeOld();
      const left = await api.database.notification.findMany({ where: { recipientId: reader.id } });
      return left.map(({ type }) => type).toSorted();
    };
    expect(await listLeft()).toEqual(['like', 'repost']);
    api.clock.advance(31 * dayMs);
    expect(await listLeft()).toEqual(['like']);
    api.clock.advance(60 * dayMs);
    expect(await listLeft()).toEqual([]);
    api.clock.advance(-151 * dayMs);
  });
});

describe('an account that goes', () => {
  it('takes what it told and was told along', async () => {
    const [gone, other] = [await createUser(api), await createUser(api)];
    const theirs = await acts.publish(other, { content: `@${gone.username}` });
    await acts.like(gone, theirs);
    await acts.follow(gone, other.id);
    await acts.prefer(gone, { like: false }).expect(200);
    expect(await acts.unread(other)).toBe(2);
    await acts.remove(gone, '/users/me').send({ password: gone.password }).expect(200);
    expect([await acts.list(other), await acts.unread(other)]).toEqual([[], 0]);
    const either = { OR: [{ actorId: gone.id }, { recipientId: gone.id }] };
    expect(await api.database.notification.count({ where: either })).toBe(0);
    const userId = gone.id;
    expect(await api.database.notificationPreference.count({ where: { userId } })).toBe(0);
  });
});
