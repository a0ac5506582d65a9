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

test.each(['br', 'gzip'])('a list goes out as %s to who takes it so', async (encoding) => {
  const person = await createUser(api);
  for (let number = 0; number < 5; number += 1) await insertThread(api.database, person.id);
  const ask = (accepted: string) =>
    api.request.get('/api/threads').set(person.auth).set('Accept-Encoding', accepted);
  const plain = await ask('identity');
  const compressed = await ask(encoding);
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(compressed.headers['content-encoding']).toBe(encoding);
  expect(compressed.headers['vary']).toContain('Accept-Encoding');
});

test('an answer with a token never does', async () => {
  const { email, password } = await createUser(api, { firstName: 'A'.repeat(60) });
  const answer = await api.request
    .post('/api/auth/login')
    .set('Accept-Encoding', 'br, gzip')
    .send({ email, password })
    .expect(200);
  expect(answer.headers['content-encoding']).toBeUndefined();
});
