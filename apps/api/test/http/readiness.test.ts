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

const askReadiness = () => api.request.get('/api/ready');

it('reports that the data directory rejects writes, until it accepts them again', async () => {
  expect((await askReadiness()).body).toEqual({ status: 'ready' });
  const { dataDirectory } = api;
  await rename(dataDirectory, `${dataDirectory}-away`);
  await expect.poll(async () => (await askReadiness()).status, { timeout: 10_000 }).toBe(503);
  const { message } = expectError(await askReadiness(), 'unavailable');
  expect(message).toMatch(/rejects writes \(ENOENT\)\.$/);
  expect(message).not.toContain(dataDirectory);
  await rename(`${dataDirectory}-away`, dataDirectory);
  await expect.poll(async () => (await askReadiness()).status, { timeout: 10_000 }).toBe(200);
});
