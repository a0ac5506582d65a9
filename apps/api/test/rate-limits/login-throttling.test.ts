import { afterEach, beforeEach, expect, it } from 'vitest';
import { toRateLimitRules } from '../../src/platform/config/rate-limit-rules.ts';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';

const minute = 60;
let api: TestApi;
let ada: User;

beforeEach(async () => {
  const byDefault = toRateLimitRules({ RATE_LIMIT_FACTOR: 1 });
  if (byDefault === null) throw new Error('There are no limits.');
  const rateLimitRules = {
    ...byDefault,
    logins: { max: 12, seconds: minute },
    loginFailures: { max: 4, seconds: minute },
    accountLoginFailures: { max: 8, seconds: minute },
  };
  api = await startTestApi({ settings: { rateLimitRules, trustedProxies: 1 } });
  ada = await createUser(api);
});

afterEach(() => api.close());

async function login(options: { address: string; password?: string; email?: string }) {
  const { address, password = 'a wrong guess', email = ada.email } = options;
  const answer = await api.request
    .post('/api/auth/login')
    .set('X-Forwarded-For', address)
    .send({ email, password });
  return answer.status;
}

async function guess(times: number, address: string, email?: string): Promise<number[]> {
  const guesses = Array.from({ length: times }, () => login({ address, ...(email && { email }) }));
  const statuses = await Promise.all(guesses);
  return statuses.toSorted((a, b) => a - b);
}

it('stops guessing from one address, also all at once, and locks out nobody else', async () => {
  expect(await guess(6, '203.0.113.1')).toEqual([401, 401, 401, 401, 429, 429]);
  expect(await login({ address: '203.0.113.1', password: ada.password })).toBe(429);
  expect(await login({ address: '203.0.113.2', password: ada.password })).toBe(200);
});

it('tells an unknown address from a known one by nothing', async () => {
  const unknown = await guess(6, '203.0.113.1', 'nobody@example.org');
  expect(unknown).toEqual([401, 401, 401, 401, 429, 429]);
});

it('stops guessing from many addresses, but not those whose owner was there before', async () => {
  expect(await login({ address: '203.0.113.9', password: ada.password })).toBe(200);
  for (const last of [1, 2, 3]) await guess(3, `198.51.100.${last}`);
  expect(await login({ address: '198.51.100.4', password: ada.password })).toBe(429);
  expect(await login({ address: '203.0.113.9', password: ada.password })).toBe(200);
});

it('forgets no failure for a success, and counts no success as one', async () => {
  await guess(3, '203.0.113.1');
  for (const _ of [1, 2, 3]) {
    expect(await login({ address: '203.0.113.1', password: ada.password })).toBe(200);
  }
  expect(await guess(2, '203.0.113.1')).toEqual([401, 429]);
});

it('keeps no e-mail address in its counters', async () => {
  await guess(1, '203.0.113.1');
  const keys = (await api.database.rateLimit.findMany()).map(({ key }) => key).join('\n');
  expect(keys).toContain('loginFailures:account:');
  expect(keys).not.toContain(ada.email.split('@')[0]);
});

const confirmations = {
  'the change of the password': (address: string, password: string) =>
    api.request
      .post('/api/auth/change-password')
      .set({ ...ada.auth, 'X-Forwarded-For': address })
      .send({
        currentPassword: password,
        newPassword: 'another good one',
        confirmPassword: 'another good one',
      }),
  'the deletion of the account': (address: string, password: string) =>
    api.request
      .delete('/api/users/me')
      .set({ ...ada.auth, 'X-Forwarded-For': address })
      .send({ password }),
};

it.each(Object.entries(confirmations))(
  'counts wrong current passwords at %s as login failures',
  async (_name, confirm) => {
    const guesses = Array.from({ length: 3 }, () => confirm('203.0.113.1', 'a wrong guess'));
    expect((await Promise.all(guesses)).map(({ status }) => status)).toEqual([403, 403, 403]);
    expect(await login({ address: '203.0.113.1' })).toBe(401);
    const limited = await confirm('203.0.113.1', ada.password);
    expectError(limited, 'rate_limited');
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0);
    await confirm('203.0.113.2', ada.password).expect(200);
  },
);

it('stops wrong current passwords from many addresses', async () => {
  const confirm = confirmations['the deletion of the account'];
  for (const last of [1, 2, 3]) {
    for (let time = 0; time < 3; time += 1) await confirm(`198.51.100.${last}`, 'a wrong guess');
  }
  expectError(await confirm('198.51.100.4', ada.password), 'rate_limited');
});
