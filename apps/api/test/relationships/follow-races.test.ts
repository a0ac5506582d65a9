import { findCounterDrift } from '@skein/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { createUserActions } from '../support/http/user-actions.ts';
import { insertMember } from '../support/factories/threads.ts';
import { untilLockWait } from '../support/db/wait-for-lock.ts';

let api: TestApi;
let acts: ReturnType<typeof createUserActions>;

beforeAll(async () => {
  api = await startTestApi();
  acts = createUserActions(api);
});

afterAll(() => api.close());

const rounds = 15;

async function relationOf(own: User, other: User) {
  const where = { requesterId: own.id, targetId: other.id };
  return {
    follows: await api.database.follow.count({
      where: { followerId: own.id, followeeId: other.id },
    }),
    request: await api.database.followRequest.findFirst({ where, select: { status: true } }),
  };
}

const statusesOf = async (responses: PromiseLike<{ status: number }>[]) =>
  (await Promise.all(responses)).map(({ status }) => status);

it('stores one request for 50 concurrent requests of a user', async () => {
  const open = await createUser(api);
  const closed = await createUser(api, { isPrivate: true });
  const own = await createUser(api);
  const both = Array.from({ length: 50 }, (_, index) =>
    acts.follow(own, index % 2 === 0 ? open.id : closed.id),
  );
  expect(new Set(await statusesOf(both))).toEqual(new Set([200]));
  expect(await relationOf(own, open)).toEqual({ follows: 1, request: null });
  expect(await relationOf(own, closed)).toEqual({ follows: 0, request: { status: 'pending' } });
  expect((await acts.profile(own, open.id)).body).toMatchObject({ followersCount: 1 });
  expect(await findCounterDrift(api.databaseUrl)).toEqual([]);
});

it('counts 30 concurrent followers', async () => {
  const other = await createUser(api);
  const users = [];
  for (let index = 0; index < 30; index += 1) users.push(await createUser(api));
  await Promise.all(users.map((person) => acts.follow(person, other.id).expect(200)));
  expect((await acts.profile(other, other.id)).body).toMatchObject({ followersCount: 30 });
  await Promise.all(
    users.flatMap((person) => [
      acts.unfollow(person, other.id).expect(200),
      acts.unfollow(person, other.id).expect(200),
    ]),
  );
  expect((await acts.profile(other, other.id)).body).toMatchObject({ followersCount: 0 });
  expect(await findCounterDrift(api.databaseUrl)).toEqual([]);
});

it('handles concurrent approval, rejection and withdrawal in some sequential order', async () => {
  const other = await createUser(api, { isPrivate: true });
  for (let round = 0; round < rounds; round += 1) {
    const own = await createUser(api);
    await acts.follow(own, other.id).expect(200);
    const id = await acts.requestId(own, other);
    const [approved, rejected, withdrawn] = await statusesOf([
      acts.approve(other, id),
      acts.reject(other, id),
      acts.unfollow(own, other.id),
    ]);
    expect(withdrawn).toBe(200);
    // Never both; neither if the request was withdrawn first.
    expect([approved, rejected]).not.toEqual([200, 200]);
    const { follows, request } = await relationOf(own, other);
    expect(follows).toBe(0);
    expect(request?.status).toBe(rejected === 200 ? 'rejected' : undefined);
  }
  expect(await findCounterDrift(api.databaseUrl)).toEqual([]);
});

it('counts a follower once when a request is approved while the account becomes public', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const other = await createUser(api, { isPrivate: true });
    const own = await createUser(api);
    await acts.follow(own, other.id).expect(200);
    const id = await acts.requestId(own, other);
    await api.database.user.update({ where: { id: other.id }, data: { isPrivate: false } });
    const [approved] = await statusesOf([acts.approve(other, id), acts.follow(own, other.id)]);
    expect([200, 404]).toContain(approved);
    await api.services.follows.approvePendingRequests(other.id);
    expect((await relationOf(own, other)).follows).toBe(1);
  }
  expect(await findCounterDrift(api.databaseUrl)).toEqual([]);
});

it('allows no follow across a concurrent block', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const [own, other] = [await createUser(api), await createUser(api)];
    const statuses = await statusesOf([
      acts.follow(own, other.id),
      acts.block(other, own.id),
      acts.follow(other, own.id),
    ]);
    expect(statuses[1]).toBe(200);
    expect((await relationOf(own, other)).follows).toBe(0);
    expect((await relationOf(other, own)).follows).toBe(0);
  }
  expect(await findCounterDrift(api.databaseUrl)).toEqual([]);
});

it('does not deadlock when users follow and unfollow each other concurrently', async () => {
  const users = [await createUser(api), await createUser(api), await createUser(api)];
  const pairs = users.flatMap((own) =>
    users.filter((p) => p !== own).map((p) => [own, p.id] as const),
  );
  const responses = Array.from({ length: 8 }, (_, index) =>
    pairs.map(([own, id]) => (index % 2 === 0 ? acts.follow(own, id) : acts.unfollow(own, id))),
  );
  expect(new Set(await statusesOf(responses.flat()))).toEqual(new Set([200]));
  expect(await findCounterDrift(api.databaseUrl)).toEqual([]);
});

it.each([
  ['muting', (own: User, id: string) => acts.mute(own, id), 200],
  ['dismissing', (own: User, id: string) => acts.remove(own, `/users/suggestions/${id}`), 404],
] as const)(
  '%s a user whose account is being deleted does not fail',
  async (_name, act, status) => {
    const own = await createUser(api);
    const member = await insertMember(api.database);
    const { response } = await api.database.$transaction(async (tx) => {
      await tx.user.delete({ where: { id: member } });
      const sent = act(own, member).then((received) => received);
      await untilLockWait(api.database);
      return { response: sent };
    });
    expect((await response).status).toBe(status);
  },
);
