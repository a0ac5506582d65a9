import { rename } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});

afterAll(() => api.close());

const getReadiness = () => api.request.get('/api/ready');

it('is not ready while the data directory rejects writes', async () => {
  expect((await getReadiness()).body).toEqual({ status: 'ready' });
  const { dataDirectory } = api;
  await rename(dataDirectory, `${dataDirectory}-away`);
  await expect.poll(async () => (await getReadiness()).status, { timeout: 10_000 }).toBe(503);
  const { message } = expectError(await getReadiness(), 'unavailable');
  expect(message).toMatch(/rejects writes \(ENOENT\)\.$/);
  expect(message).not.toContain(dataDirectory);
  await rename(`${dataDirectory}-away`, dataDirectory);
  await expect.poll(async () => (await getReadiness()).status, { timeout: 10_000 }).toBe(200);
});
