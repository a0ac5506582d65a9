import { afterAll, beforeAll, expect, it } from 'vitest';
import { signInWithApp } from '../oauth/support.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import { listMastodonRoutes } from './routes.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});

afterAll(() => api.close());

it('responds to a malformed id in the path of any route without a server error', async () => {
  const { auth } = await signInWithApp(api, await createUser(api));
  const failed: string[] = [];
  for (const { id, method, path } of listMastodonRoutes(api.services)) {
    if (!path.includes('{')) continue;
    const url = `/api${path.replaceAll(/\{\w+\}/g, 'malformed')}`;
    const request = api.request[method.toLowerCase() as 'get'](url).set(auth);
    const { status } = await (method === 'GET' ? request : request.send({ status: 'x' }));
    if (status >= 500) failed.push(`${id} ${status}`);
  }
  expect(failed).toEqual([]);
});

it('rejects malformed ids in the body of a status, and pages beyond the last', async () => {
  const { auth } = await signInWithApp(api, await createUser(api));
  for (const field of [{ media_ids: ['x'] }, { in_reply_to_id: 'x' }]) {
    const request = api.request.post('/api/v1/statuses').set(auth);
    expect((await request.send({ status: 'Hello', ...field })).status).toBe(422);
  }
  const search = api.request.get('/api/v2/search').set(auth);
  expect((await search.query({ q: 'x', offset: 2_147_483_647 })).status).toBe(422);
});
