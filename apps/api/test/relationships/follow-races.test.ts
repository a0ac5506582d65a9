import { findCounterDrift } from '@skein/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lockAccounts } from '../../src/modules/users/index.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { createUserActions } from '../support/http/user-actions.ts';
import { insertUser } from '../support/factories/threads.ts';
import { untilLockWait } from '../support/db/wait-for-lock.ts';

let api: TestApi;
let actions: ReturnType<typeof createUserActions>;

beforeAll(async () => {
  // One user follows more often than allowed.
  api = await startTestApi({ limits: 'off' });
  actions = createUserActions(api);
});

afterAll(() => api.close());

const rounds = 15;

async function getRelation(viewer: User, other: User) {
  const where = { requesterId: viewer.id, targetId: other.id };
  return {
    follows: await api.database.follow.count({
      where: { followerId: viewer.id, followeeId: other.id },
    }),
    request: await api.database.followRequest.findFirst({ where, select: { status: true } }),
  };
}

const getStatuses = async (responses: PromiseLike<{ status: number }>[]) =>
  (await Promise.all(responses)).map(({ status }) => status);

it('stores one request for 50 concurrent requests of a user', async () => {
  const publicUser = await createUser(api);
  const privateUser = await createUser(api, { isPrivate: true });
  const viewer = await createUser(api);
  const requests = Array.from({ length: 50 }, (_, index) =>
    actions.follow(viewer, index % 2 === 0 ? publicUser.id : privateUser.id),
  );
  expect(new Set(await getStatuses(requests))).toEqual(new Set([200]));
  expect(await getRelation(viewer, publicUser)).toEqual({ follows: 1, request: null });
  expect(await getRelation(viewer, privateUser)).toEqual({
    follows: 0,
    request: { status: 'pending' },
  });
  expect((await actions.profile(viewer, publicUser.id)).body).toMatchObject({ followersCount: 1 });
  expect(await findCounterDrift(api.databaseUrl)).toEqual([]);
});

it('counts 30 concurrent followers', async () => {
  const other = await createUser(api);
  const users = [];
  for (let index = 0; index < 30; index += 1) users.push(await createUser(api));
  await Promise.all(users.map((user) => actions.follow(user, other.id).expect(200)));
  expect((await actions.profile(other, other.id)).body).toMatchObject({ followersCount: 30 });
  await Promise.all(
    users.flatMap((user) => [
      actions.unfollow(user, other.id).expect(200),
      actions.unfollow(user, other.id).expect(200),
    ]),
  );
  expect((await actions.profile(other, other.id)).body).toMatchObject({ followersCount: 0 });
  expect(await findCounterDrift(api.databaseUrl)).toEqual([]);
});

it('handles concurrent approval, rejection and withdrawal in some sequential order', async () => {
  const other = await createUser(api, { isPrivate: true });
  for (let round = 0; round < rounds; round += 1) {
    const viewer = await createUser(api);
    await actions.follow(viewer, other.id).expect(200);
    const id = await actions.requestId(viewer, other);
    const [approved, rejected, withdrawn] = await getStatuses([
      actions.approve(other, id),
      actions.reject(other, id),
      actions.unfollow(viewer, other.id),
    ]);
    expect(withdrawn).toBe(200);
    // Never both; neither if the request was withdrawn first.
    expect([approved, rejected]).not.toEqual([200, 200]);
    const { follows, request } = await getRelation(viewer, other);
    expect(follows).toBe(0);
    expect(request?.status).toBe(rejected === 200 ? 'rejected' : undefined);
  }
  expect(await findCounterDrift(api.databaseUrl)).toEqual([]);
});

it('counts a follower once when a request is approved while the account becomes public', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const other = await createUser(api, { isPrivate: true });
    const viewer = await createUser(api);
    await actions.follow(viewer, other.id).expect(200);
    const id = await actions.requestId(viewer, other);
    await api.database.user.update({ where: { id: other.id }, data: { isPrivate: false } });
    const [approved] = await getStatuses([
      actions.approve(other, id),
      actions.follow(viewer, other.id),
    ]);
    expect([200, 404]).toContain(approved);
    await api.services.relationships.approvePendingRequests(other.id);
    expect((await getRelation(viewer, other)).follows).toBe(1);
  }
  expect(await findCounterDrift(api.databaseUrl)).toEqual([]);
});

it('allows no follow across a concurrent block', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const [viewer, other] = [await createUser(api), await createUser(api)];
    const statuses = await getStatuses([
      actions.follow(viewer, other.id),
      actions.block(other, viewer.id),
      actions.follow(other, viewer.id),
    ]);
    expect(statuses[1]).toBe(200);
    expect((await getRelation(viewer, other)).follows).toBe(0);
    expect((await getRelation(other, viewer)).follows).toBe(0);
  }
  expect(await findCounterDrift(api.databaseUrl)).toEqual([]);
});

it('rejects a follow that waited for a block of the same users', async () => {
  const [viewer, other] = [await createUser(api), await createUser(api)];
  const { response } = await api.database.$transaction(async (tx) => {
    await lockAccounts(tx, [viewer.id, other.id]);
    const follow = actions.follow(viewer, other.id).then((received) => received);
    await untilLockWait(api.database);
    const names = { blockerName: 'Blocker', blockedName: 'Blocked' };
    await tx.block.create({ data: { blockerId: other.id, blockedId: viewer.id, ...names } });
    return { response: follow };
  });
  expect((await response).status).toBe(404);
  expect((await getRelation(viewer, other)).follows).toBe(0);
});

it('does not deadlock when users follow and unfollow each other concurrently', async () => {
  const users = [await createUser(api), await createUser(api), await createUser(api)];
  const pairs = users.flatMap((viewer) =>
    users.filter((p) => p !== viewer).map((p) => [viewer, p.id] as const),
  );
  const responses = Array.from({ length: 8 }, (_, index) =>
    pairs.map(([viewer, id]) =>
      index % 2 === 0 ? actions.follow(viewer, id) : actions.unfollow(viewer, id),
    ),
  );
  expect(new Set(await getStatuses(responses.flat()))).toEqual(new Set([200]));
  expect(await findCounterDrift(api.databaseUrl)).toEqual([]);
});

it.each([
  ['muting', (viewer: User, id: string) => actions.mute(viewer, id), 200],
  [
    'dismissing',
    (viewer: User, id: string) => actions.remove(viewer, `/users/suggestions/${id}`),
    404,
  ],
] as const)(
  '%s a user whose account is being deleted does not fail',
  async (_name, action, status) => {
    const viewer = await createUser(api);
    const member = await insertUser(api.database);
    const { response } = await api.database.$transaction(async (tx) => {
      await tx.user.delete({ where: { id: member } });
      const sent = action(viewer, member).then((received) => received);
      await untilLockWait(api.database);
      return { response: sent };
    });
    expect((await response).status).toBe(status);
  },
);
