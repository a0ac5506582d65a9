import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import { insertThread } from '../support/factories/threads.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});

afterAll(() => api.close());

test.each(['br', 'gzip'])(
  'compresses a list with %s if the client accepts it',
  async (encoding) => {
    const user = await createUser(api);
    for (let number = 0; number < 5; number += 1) await insertThread(api.database, user.id);
    const get = (accepted: string) =>
      api.request.get('/api/threads').set(user.auth).set('Accept-Encoding', accepted);
    const uncompressed = await get('identity');
    const compressed = await get(encoding);
    expect(uncompressed.headers['content-encoding']).toBeUndefined();
    expect(compressed.headers['content-encoding']).toBe(encoding);
    expect(compressed.headers['vary']).toContain('Accept-Encoding');
  },
);

test('does not compress a response that fits into one packet', async () => {
  const user = await createUser(api);
  const response = await api.request
    .get('/api/users/me')
    .set(user.auth)
    .set('Accept-Encoding', 'br, gzip')
    .expect(200);
  expect(response.headers['content-encoding']).toBeUndefined();
  expect(response.headers['vary']).toContain('Accept-Encoding');
});

test('does not compress a response with a token', async () => {
  const { email, password } = await createUser(api, { firstName: 'A'.repeat(60) });
  const response = await api.request
    .post('/api/auth/login')
    .set('Accept-Encoding', 'br, gzip')
    .send({ email, password })
    .expect(200);
  expect(response.headers['content-encoding']).toBeUndefined();
});
