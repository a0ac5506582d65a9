import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';

const pairs = 20;
/** One hash more or less would be a ratio of ten or more. */
const ratioMax = 1.5;

let api: TestApi;
let user: User;

beforeAll(async () => {
  // A hash takes much longer than the rest of a request, as in production.
  // One address tries more passwords than allowed.
  api = await startTestApi({ limits: 'off', settings: { bcryptCost: 9 } });
  user = await createUser(api);
});

afterAll(() => api.close());

const login = (email: string) =>
  api.request.post('/api/auth/login').send({ email, password: 'a wrong password' });

const requestReset = (email: string) =>
  api.request.post('/api/auth/forgot-password').send({ email });

const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

it('returns the same response in the same time for an unknown address and a wrong password', async () => {
  const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
  const responses = new Set<string>();
  const measure = async (list: number[], email: string) => {
    const begin = performance.now();
    const { status, text } = await login(email);
    list.push(performance.now() - begin);
    responses.add(`${status} ${text.replace(/"requestId":"[^"]*"/, '')}`);
  };
  // Alternating, so that other load affects both equally.
  for (let pair = 0; pair < pairs; pair += 1) {
    await measure(times.known, user.email);
    await measure(times.unknown, `nobody${pair}@example.org`);
  }
  expect([...responses]).toHaveLength(1);
  const ratio = median(times.known) / median(times.unknown);
  expect(Math.max(ratio, 1 / ratio)).toBeLessThan(ratioMax);
});

it('returns the same response for a forgotten password without an account', async () => {
  const responses = [await requestReset(user.email), await requestReset('nobody@example.org')];
  const [forKnown, forUnknown] = responses.map(({ status, text }) => `${status} ${text}`);
  expect(forKnown).toBe(forUnknown);
});
