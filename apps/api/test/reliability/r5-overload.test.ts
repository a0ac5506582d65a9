import { availableParallelism } from 'node:os';
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

let api: TestApi;
let ada: User;
let threadId: string;
let other: Database;

beforeEach(async () => {
  api = await startTestApi();
  ada = await createUser(api);
  threadId = await insertThread(api.database, ada.id);
  other = createDatabase({ url: api.databaseUrl, poolSize: 1, onError: () => undefined });
});

afterEach(async () => {
  await other.$disconnect();
  await api.close();
});

/** Blocks all likes until the work is done. */
function whileLikesAreLocked(task: () => Promise<void>): Promise<void> {
  return other.$transaction(async (tx) => {
    await tx.$executeRaw`LOCK TABLE likes IN ACCESS EXCLUSIVE MODE`;
    await task();
  });
}

const like = () => api.request.post(`/api/threads/${threadId}/like`).set(ada.auth).send({});

/** Sends more likes than the server processes and queues; returns the pending responses. */
function flood(): Promise<{ status: number }[]> {
  const count = 16 + 128 * availableParallelism();
  return Promise.all(Array.from({ length: count }, () => like()));
}

it('rejects excess requests immediately while health and login still respond', async () => {
  let flooded: Promise<{ status: number }[]> | undefined;
  await whileLikesAreLocked(async () => {
    flooded = flood();
    await expect.poll(async () => (await like()).status, { timeout: 4000 }).toBe(503);

    const times: number[] = [];
    for (let count = 0; count < 11; count += 1) {
      const start = performance.now();
      const rejected = await like();
      times.push(performance.now() - start);
      expectError(rejected, 'unavailable');
      expect(rejected.headers['retry-after']).toBe('2');
    }
    expect(times.toSorted((a, b) => a - b)[5]).toBeLessThan(100 * timeFactor);

    expect((await api.request.get('/api/health')).status).toBe(200);
    const { email, password } = ada;
    expect((await api.request.post('/api/auth/login').send({ email, password })).status).toBe(200);
  });

  const statuses = (await flooded)?.map(({ status }) => status) ?? [];
  expect(new Set(statuses).isSubsetOf(new Set([200, 503]))).toBe(true);
  expect((await like()).status).toBe(200);
});
