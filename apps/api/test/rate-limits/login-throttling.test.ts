import { afterEach, beforeEach, expect, it } from 'vitest';
import { readRateLimits } from '../../src/platform/config/rate-limit-rules.ts';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';

const minute = 60;
let api: TestApi;
let ada: User;

beforeEach(async () => {
  const defaultRules = readRateLimits({ RATE_LIMIT_FACTOR: '1' });
  if (defaultRules === null) throw new Error('Rate limits are disabled.');
  const rateLimitRules = {
    ...defaultRules,
    logins: { max: 12, seconds: minute },
    loginFailures: { max: 4, seconds: minute },
    accountLoginFailures: { max: 8, seconds: minute },
  };
  api = await startTestApi({ settings: { rateLimitRules, trustedProxies: 1 } });
  ada = await createUser(api);
});

afterEach(() => api.close());

async function login(options: { address: string; password?: string; email?: string }) {
  const { address, password = 'a wrong password', email = ada.email } = options;
  const response = await api.request
    .post('/api/auth/login')
    .set('X-Forwarded-For', address)
    .send({ email, password });
  return response.status;
}

async function tryPasswords(times: number, address: string, email?: string): Promise<number[]> {
  const attempts = Array.from({ length: times }, () => login({ address, ...(email && { email }) }));
  const statuses = await Promise.all(attempts);
  return statuses.toSorted((a, b) => a - b);
}

it('limits concurrent failed logins from one IP address and does not affect other addresses', async () => {
  expect(await tryPasswords(6, '203.0.113.1')).toEqual([401, 401, 401, 401, 429, 429]);
  expect(await login({ address: '203.0.113.1', password: ada.password })).toBe(429);
  expect(await login({ address: '203.0.113.2', password: ada.password })).toBe(200);
});

it('responds equally for unknown and known email addresses', async () => {
  const unknown = await tryPasswords(6, '203.0.113.1', 'nobody@example.org');
  expect(unknown).toEqual([401, 401, 401, 401, 429, 429]);
});

it('limits failed logins from many IP addresses, except those of earlier logins', async () => {
  expect(await login({ address: '203.0.113.9', password: ada.password })).toBe(200);
  for (const last of [1, 2, 3]) await tryPasswords(3, `198.51.100.${last}`);
  expect(await login({ address: '198.51.100.4', password: ada.password })).toBe(429);
  expect(await login({ address: '203.0.113.9', password: ada.password })).toBe(200);
});

it('keeps counted failures after a successful login and does not count successes', async () => {
  await tryPasswords(3, '203.0.113.1');
  for (const _ of [1, 2, 3]) {
    expect(await login({ address: '203.0.113.1', password: ada.password })).toBe(200);
  }
  expect(await tryPasswords(2, '203.0.113.1')).toEqual([401, 429]);
});

it('stores no email address in its counters', async () => {
  await tryPasswords(1, '203.0.113.1');
  const keys = (await api.database.rateLimit.findMany()).map(({ key }) => key).join('\n');
  expect(keys).toContain('loginFailures:account:');
  expect(keys).not.toContain(ada.email.split('@')[0]);
});

const confirmations = {
  'a password change': (address: string, password: string) =>
    api.request
      .post('/api/auth/change-password')
      .set({ ...ada.auth, 'X-Forwarded-For': address })
      .send({
        currentPassword: password,
        newPassword: 'another good one',
        confirmPassword: 'another good one',
      }),
  'an account deletion': (address: string, password: string) =>
    api.request
      .delete('/api/users/me')
      .set({ ...ada.auth, 'X-Forwarded-For': address })
      .send({ password }),
};

it.each(Object.entries(confirmations))(
  'counts a wrong current password for %s as a failed login',
  async (_name, confirm) => {
    const attempts = Array.from({ length: 3 }, () => confirm('203.0.113.1', 'a wrong password'));
    expect((await Promise.all(attempts)).map(({ status }) => status)).toEqual([403, 403, 403]);
    expect(await login({ address: '203.0.113.1' })).toBe(401);
    const limited = await confirm('203.0.113.1', ada.password);
    expectError(limited, 'rate_limited');
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0);
    await confirm('203.0.113.2', ada.password).expect(200);
  },
);

it('limits wrong current passwords from many IP addresses', async () => {
  const confirm = confirmations['an account deletion'];
  for (const last of [1, 2, 3]) {
    for (let count = 0; count < 3; count += 1)
      await confirm(`198.51.100.${last}`, 'a wrong password');
  }
  expectError(await confirm('198.51.100.4', ada.password), 'rate_limited');
});
