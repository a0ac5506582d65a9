import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';

const pairs = 25;
/** One hash more or less would be a ratio of twenty and more. */
const ratioMax = 1.5;

let api: TestApi;
let user: User;

beforeAll(async () => {
  // As in production: what is compared is the time that a hash takes.
  api = await startTestApi({ settings: { bcryptCost: 10 } });
  user = await createUser(api);
});

afterAll(() => api.close());

const login = (email: string) =>
  api.request.post('/api/auth/login').send({ email, password: 'a wrong password' });

const forget = (email: string) => api.request.post('/api/auth/forgot-password').send({ email });

const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

it('an unknown address and a wrong password are the same response in the same time', async () => {
  const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
  const responses = new Set<string>();
  const measure = async (list: number[], email: string) => {
    const begin = performance.now();
    const { status, text } = await login(email);
    list.push(performance.now() - begin);
    responses.add(`${status} ${text.replace(/"requestId":"[^"]*"/, '')}`);
  };
  // In turns, so that whatever else the machine does falls on both.
  for (let pair = 0; pair < pairs; pair += 1) {
    await measure(times.known, user.email);
    await measure(times.unknown, `nobody${pair}@example.org`);
  }
  expect([...responses]).toHaveLength(1);
  const ratio = median(times.known) / median(times.unknown);
  expect(Math.max(ratio, 1 / ratio)).toBeLessThan(ratioMax);
});

it('a forgotten password is answered the same for whoever has no account', async () => {
  const responses = [await forget(user.email), await forget('nobody@example.org')];
  const [known, unknown] = responses.map(({ status, text }) => `${status} ${text}`);
  expect(known).toBe(unknown);
});
