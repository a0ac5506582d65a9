import { findCounterDrift } from '@skein/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { insertThread } from '../support/factories/threads.ts';

let api: TestApi;
let author: User;
const users: User[] = [];

beforeAll(async () => {
  // One user sends more requests than allowed.
  api = await startTestApi({ limits: 'off' });
  author = await createUser(api);
  for (let number = 0; number < 40; number += 1) users.push(await createUser(api));
}, 60_000);

afterAll(() => api.close());

const actions = ['like', 'bookmark', 'repost', 'reaction?reactionType=wow'] as const;

const send = (id: string, action: string, by: User | undefined, body = {}) =>
  api.request
    .post(`/api/threads/${id}/${action}`)
    .set((by ?? author).auth)
    .send(body);

const counters = async (id: string) => {
  const row = await api.database.thread.findFirstOrThrow({ where: { id } });
  const { likesCount, bookmarksCount, repostsCount, reactionCounts } = row;
  return [likesCount, bookmarksCount, repostsCount, reactionCounts];
};

const expectNoDrift = async () => expect(await findCounterDrift(api.databaseUrl)).toEqual([]);

describe('concurrent engagement', () => {
  it('counts one user once and forty users forty times', async () => {
    const id = await insertThread(api.database, author.id);
    for (const action of actions) {
      await Promise.all(users.map(() => send(id, action, users[0], { on: true }).expect(200)));
    }
    expect(await counters(id)).toEqual([1, 1, 1, { wow: 1 }]);
    for (const action of actions) {
      await Promise.all(users.map((user) => send(id, action, user, { on: true }).expect(200)));
    }
    expect(await counters(id)).toEqual([40, 40, 40, { wow: 40 }]);
    await expectNoDrift();
    for (const action of actions) {
      await Promise.all(users.map((user) => send(id, action, user, { on: false }).expect(200)));
    }
    expect(await counters(id)).toEqual([0, 0, 0, {}]);
    await expectNoDrift();
  }, 60_000);

  it('keeps counters equal to rows while toggling and setting', async () => {
    const id = await insertThread(api.database, author.id);
    const bodies = [{}, { on: true }, { on: false }];
    await Promise.all(
      users.flatMap((_, number) => [
        send(id, actions[number % 3] ?? 'like', users[number % 4], bodies[number % 7] ?? {}),
        send(id, `reaction?reactionType=${number % 2 ? 'sad' : 'love'}`, users[number % 5]),
      ]),
    );
    await expectNoDrift();
  });

  it('leaves no rows of a thread that is being deleted', async () => {
    const ids = await Promise.all(
      Array.from({ length: 10 }, () => insertThread(api.database, author.id)),
    );
    const responses = await Promise.all(
      ids.flatMap((id, number) => [
        ...users.slice(0, 5).flatMap((user) => actions.map((action) => send(id, action, user))),
        ...(number % 2 ? [send(id, 'repost', users[9], { quoteContent: 'Oh' })] : []),
        api.request.delete(`/api/threads/${id}`).set(author.auth),
      ]),
    );
    const statuses = new Set(responses.map(({ status }) => status));
    expect([...statuses].filter((status) => ![200, 201, 404].includes(status))).toEqual([]);
    expect(await api.database.thread.count({ where: { id: { in: ids } } })).toBe(0);
    expect(await api.database.like.count({ where: { threadId: { in: ids } } })).toBe(0);
    await expectNoDrift();
  });
});
