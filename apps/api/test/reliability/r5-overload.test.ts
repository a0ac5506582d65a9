import { createDatabase } from '@skein/db';
import type { Database } from '@skein/db';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { timeFactor } from '../support/time-factor.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { insertThread } from '../support/factories/threads.ts';

/** Requests of one user and of all users that may wait. */
const userWaitingMax = 128;
const waitingMax = 4 * userWaitingMax;

let api: TestApi;
let ada: User;
let ben: User;
let threadId: string;
let other: Database;

beforeEach(async () => {
  api = await startTestApi({ limits: 'off' });
  [ada, ben] = [await createUser(api), await createUser(api)];
  threadId = await insertThread(api.database, ada.id);
  other = createDatabase({ url: api.databaseUrl, poolSize: 1, onError: () => undefined });
});

afterEach(async () => {
  await other.$disconnect();
  await api.close();
});

/** Blocks all likes until the work is done. */
function whileLikesAreLocked(task: () => Promise<void>): Promise<void> {
  return other.$transaction(
    async (tx) => {
      await tx.$executeRaw`LOCK TABLE likes IN ACCESS EXCLUSIVE MODE`;
      await task();
    },
    { timeout: 30_000 },
  );
}

const like = (user: User) =>
  api.request.post(`/api/threads/${threadId}/like`).set(user.auth).send({});

/** Sends likes of each user at once; returns the pending responses. */
const flood = (users: readonly User[], likesPerUser: number): Promise<{ status: number }[]> =>
  Promise.all(users.flatMap((user) => Array.from({ length: likesPerUser }, () => like(user))));

async function expectServed(): Promise<void> {
  expect((await api.request.get('/api/health')).status).toBe(200);
  expect((await api.request.get('/api/users/me').set(ben.auth)).status).toBe(200);
  const { email, password } = ben;
  expect((await api.request.post('/api/auth/login').send({ email, password })).status).toBe(200);
}

const listStatuses = (responses: readonly { status: number }[] = []) =>
  new Set(responses.map(({ status }) => status));

it('rejects excess requests of a user with 429 at once and serves the others', async () => {
  const flooded: Promise<{ status: number }[]>[] = [];
  await whileLikesAreLocked(async () => {
    flooded.push(flood([ada], userWaitingMax + 10));
    await expect.poll(async () => (await like(ada)).status, { timeout: 20_000 }).toBe(429);
    const start = performance.now();
    // Some may take the places of likes that waited too long for the lock.
    const likes = Array.from({ length: 10 }, async () => like(ada));
    flooded.push(Promise.all(likes));
    const rejected = await Promise.race(likes);
    expect(performance.now() - start).toBeLessThan(100 * timeFactor);
    expectError(rejected, 'rate_limited');
    expect(rejected.headers['retry-after']).toBe('2');
    await expectServed();
  });
  const statuses = listStatuses((await Promise.all(flooded)).flat());
  expect(statuses.isSubsetOf(new Set([200, 429, 503]))).toBe(true);
  expect((await like(ada)).status).toBe(200);
});

it('rejects excess requests of many users with 503 and serves the others', async () => {
  const users = [ada];
  while (users.length < 6) users.push(await createUser(api));
  let flooded: Promise<{ status: number }[]> | undefined;
  await whileLikesAreLocked(async () => {
    flooded = flood(users, Math.ceil((waitingMax + 50) / users.length));
    await expectServed();
  });
  const statuses = listStatuses(await flooded);
  expect(statuses).toContain(503);
  expect(statuses.isSubsetOf(new Set([200, 429, 503]))).toBe(true);
  expect((await like(ada)).status).toBe(200);
});
