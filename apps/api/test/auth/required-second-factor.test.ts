import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, it } from 'vitest';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { administratorEmail, createAdministrator, createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi({
    settings: { adminEmails: [administratorEmail], requiresAdminTwoFactor: true },
  });
});
afterAll(() => api.close());

/** One request of each administration route. */
const adminRequests = [
  ['get', '/reports'],
  ['post', '/reports/1/dismiss'],
  ['get', '/users'],
  ['put', '/users/1/verified', { isVerified: true }],
  ['post', '/users/1/suspend', { reason: 'Spam' }],
  ['post', '/users/1/unsuspend', { reason: 'Mistake' }],
  ['get', '/threads/1'],
  ['delete', '/threads/1', { reason: 'Spam' }],
  ['get', '/audit'],
  ['get', '/stats'],
] as const;

const readStats = (auth: User['auth']) => api.request.get('/api/admin/stats').set(auth);

async function login(user: User, code?: string): Promise<User['auth']> {
  const { email, password } = user;
  const response = await api.request
    .post('/api/auth/login')
    .send({ email, password, code })
    .expect(200);
  const { token } = response.body as { token: string };
  return { Authorization: `Bearer ${token}` };
}

it('lets administrators administrate only in sessions with a second factor', async () => {
  const admin = await createAdministrator(api);
  for (const [method, path, body] of adminRequests) {
    const response = await api.request[method](`/api/admin${path}`).set(admin.auth).send(body);
    expectError(response, 'two_factor_required');
  }
  const other = await login(admin);

  const { password } = admin;
  const post = (path: string, body: object) =>
    api.request.post(`/api/auth/two-factor${path}`).set(admin.auth).send(body).expect(200);
  const { secret } = (await post('/setup', { password })).body as { secret: string };
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const code = () => totp.generate({ timestamp: api.clock.now().getTime() });
  expectError(await readStats(admin.auth), 'two_factor_required');
  await post('/confirm', { code: code() });
  await readStats(admin.auth).expect(200);
  expectError(await readStats(other), 'two_factor_required');

  api.clock.advance(60_000);
  const latest = await login(admin, code());
  await readStats(latest).expect(200);

  const turnOff = api.request.delete('/api/auth/two-factor').set(admin.auth).send({ password });
  await turnOff.expect(200);
  for (const auth of [admin.auth, latest]) {
    expectError(await readStats(auth), 'two_factor_required');
  }
});

it('says nothing about the second factor to other users', async () => {
  const user = await createUser(api);
  expectError(await readStats(user.auth), 'forbidden');
});
