import { createHmac, generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startBackgroundJobs } from '../../src/server/jobs/background-jobs.ts';
import { listen } from '../realtime/support.ts';
import { expectError } from '../support/http/responses.ts';
import { startTestApi, testJwtSecret } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { timeFactor } from '../support/time-factor.ts';
import { administratorEmail, createAdministrator, createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { createUserActions } from '../support/http/user-actions.ts';

const endMaxMs = 2000 * timeFactor;
const settings = { adminEmails: [administratorEmail] };

let first: TestApi;
let second: TestApi;
let admin: User;
let stopJobs: (() => Promise<void>)[];

beforeAll(async () => {
  first = await startTestApi({ settings });
  second = await startTestApi({ databaseUrl: first.databaseUrl, settings });
  stopJobs = [first, second].map((api) => startBackgroundJobs(api.services, api.databaseUrl));
  for (const { services } of [first, second]) {
    await vi.waitUntil(() => services.auth.sessionCache.isEnabled, { timeout: 20_000 });
  }
  admin = await createAdministrator(first);
});

afterAll(async () => {
  for (const stop of stopJobs) await stop();
  await second.close();
  await first.close();
});

const getMe = (api: TestApi, token: string) =>
  api.request.get('/api/users/me').set('Authorization', `Bearer ${token}`);

async function changePassword({ email, password }: User): Promise<void> {
  const login = await first.request.post('/api/auth/login').send({ email, password }).expect(200);
  const { token } = login.body as { token: string };
  const newPassword = 'something else entirely';
  const body = { currentPassword: password, newPassword, confirmPassword: newPassword };
  const change = first.request.post('/api/auth/change-password').send(body);
  await change.set('Authorization', `Bearer ${token}`).expect(200);
}

const ends: [string, (user: User) => Promise<unknown>][] = [
  ['a logout', ({ auth }) => first.request.post('/api/auth/logout').set(auth).expect(200)],
  ['a change of the password', changePassword],
  [
    'a suspension by an administrator',
    ({ id }) =>
      createUserActions(first)
        .post(admin, `/admin/users/${id}/suspend`)
        .send({ reason: 'Spam' })
        .expect(200),
  ],
  [
    'the deletion of the account',
    ({ auth, password }) =>
      first.request.delete('/api/users/me').set(auth).send({ password }).expect(200),
  ],
];

describe('within two seconds, on both servers', () => {
  it.each(ends)('%s ends tokens and open streams', async (_name, end) => {
    const user = await createUser(first);
    for (const api of [first, second]) await getMe(api, user.token).expect(200);
    const streams = [await listen(first, user), await listen(second, user)];
    await end(user);
    // The duration of the action itself does not count.
    const endedAt = performance.now();
    expectError(await getMe(first, user.token), 'unauthenticated');
    await vi.waitFor(async () => expectError(await getMe(second, user.token), 'unauthenticated'), {
      timeout: 20_000,
      interval: 20,
    });
    for (const stream of streams) await stream.untilClosed();
    expect(performance.now() - endedAt).toBeLessThan(endMaxMs);
    for (const api of [first, second]) {
      const response = await api.request.get('/api/chat/stream').set(user.auth);
      expectError(response, 'unauthenticated');
    }
  });
});

describe('a token', () => {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();

  const withMac = (head: object, payload: string, key = testJwtSecret, hash = 'sha256') => {
    const text = `${encode(head)}.${payload}`;
    return `${text}.${createHmac(hash, key).update(text).digest('base64url')}`;
  };

  it.each<[string, (payload: string) => string]>([
    ['with no algorithm', (payload) => `${encode({ alg: 'none' })}.${payload}.`],
    ['with no algorithm, in capitals', (payload) => `${encode({ alg: 'NONE' })}.${payload}.`],
    ['with an unnamed algorithm', (payload) => withMac({ typ: 'JWT' }, payload)],
    [
      'with the algorithm none and a valid signature',
      (payload) => withMac({ alg: 'none', typ: 'JWT' }, payload),
    ],
    [
      'with the algorithm RS256, signed with the HMAC key',
      (payload) => withMac({ alg: 'RS256', typ: 'JWT' }, payload),
    ],
    [
      'signed with a public key as if it were a secret',
      (payload) => withMac({ alg: 'HS256' }, payload, pem),
    ],
    [
      'signed with HS384',
      (payload) => withMac({ alg: 'HS384', typ: 'JWT' }, payload, testJwtSecret, 'sha384'),
    ],
    [
      'that brings its own key',
      (payload) =>
        withMac({ alg: 'HS256', jwk: { kty: 'oct', k: 'a2V5' }, kid: '../key' }, payload, 'key'),
    ],
    ['signed with an empty key', (payload) => withMac({ alg: 'HS256' }, payload, '')],
  ])('%s is rejected', async (_name, forge) => {
    const { token } = await createUser(first);
    const [, payload = ''] = token.split('.');
    for (const api of [first, second]) {
      expectError(await getMe(api, forge(payload)), 'unauthenticated');
      await getMe(api, token).expect(200);
    }
  });

  it('for another purpose or without a session is rejected although its signature is valid', async () => {
    const { token, id } = await createUser(first);
    const [, payload = ''] = token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
    const head = { alg: 'HS256', typ: 'JWT' };
    for (const changed of [
      { sub: id },
      { ...claims, sid: undefined },
      { ...claims, sub: admin.id },
      { ...claims, sid: '0' },
      { ...claims, sub: '0' },
      { ...claims, exp: undefined },
      { ...claims, exp: 1 },
      { ...claims, nbf: 9_999_999_999 },
    ]) {
      expectError(await getMe(first, withMac(head, encode(changed))), 'unauthenticated');
    }
  });
});
