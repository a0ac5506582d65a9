import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRateLimits } from '../../src/platform/config/rate-limit-rules.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { createApp, exchange, grant, redirectUri, signInWithApp } from './support.ts';
import type { RegisteredApp } from './support.ts';

const dayMs = 24 * 60 * 60 * 1000;

let api: TestApi;
let ada: User;

beforeAll(async () => {
  // The tests sign in more often than one address may; the first starts a server with limits.
  api = await startTestApi({ limits: 'off' });
  ada = await createUser(api);
});

afterAll(() => api.close());

const getToken = async (app: RegisteredApp) => {
  const response = await exchange(api, app, { grant_type: 'client_credentials' }).expect(200);
  return (response.body as { access_token: string }).access_token;
};

const verify = (token: string) =>
  api.request.get('/api/v1/apps/verify_credentials').set({ Authorization: `Bearer ${token}` });

describe('the registration of an app', () => {
  it('is possible ten times an hour from an IP address, apart from other requests', async () => {
    const limited = await startTestApi({
      settings: {
        rateLimitRules: readRateLimits({ RATE_LIMIT_FACTOR: '1' }),
        trustedProxies: 1,
      },
    });
    const register = (address: string) =>
      limited.request
        .post('/api/v1/apps')
        .set('X-Forwarded-For', address)
        .send({ client_name: 'x', redirect_uris: redirectUri });
    for (let count = 0; count < 10; count += 1) await register('2001:db8::1').expect(200);
    // Another address of the same network.
    const rejected = await register('2001:db8::2').expect(429);
    expect(rejected.body).toMatchObject({ error: expect.any(String) as string });
    await register('2001:db8:1::1').expect(200);
    await limited.close();
  });

  it.each([
    [
      'six redirect URIs',
      { redirect_uris: Array.from({ length: 6 }, (_, n) => `${redirectUri}/${n}`) },
    ],
    ['a redirect URI of 301 characters', { redirect_uris: redirectUri.padEnd(301, 'x') }],
    ['a website of 301 characters', { website: 'https://client.example/'.padEnd(301, 'x') }],
    ['a name of 101 characters', { client_name: 'x'.repeat(101) }],
  ])('is rejected with %s', async (_case, fields) => {
    const body = { client_name: 'x', redirect_uris: redirectUri, ...fields };
    const response = await api.request.post('/api/v1/apps').send(body).expect(422);
    expect(response.body).toMatchObject({ error: expect.any(String) as string });
  });

  it('stores at most 3 kB', async () => {
    const uris = Array.from({ length: 5 }, (_, n) => `${redirectUri}/${n}`.padEnd(300, 'x'));
    const website = 'https://client.example/'.padEnd(300, 'x');
    const scopes = 'read write follow push profile offline_access read:accounts write:statuses';
    const app = await createApp(api, {
      client_name: 'ü'.repeat(100),
      redirect_uris: uris,
      website,
      scopes,
    });
    const [row] = await api.database.$queryRaw<{ bytes: number }[]>`
      SELECT pg_column_size(oauth_apps.*) AS bytes FROM oauth_apps WHERE id = ${app.client_id}::uuid`;
    expect(row?.bytes).toBeLessThan(3000);
  });
});

describe('the tokens of an app that acts for no user', () => {
  it('and the app are deleted after a day', async () => {
    const app = await createApp(api);
    const token = await getToken(app);
    await verify(token).expect(200);
    api.clock.advance(dayMs + 1000);
    await verify(token).expect(401);
    await api.services.oauth.removeUnused();
    expect(await api.database.oauthApp.count({ where: { id: app.client_id } })).toBe(0);
    expect(await api.database.oauthToken.count({ where: { appId: app.client_id } })).toBe(0);
    api.clock.advance(-dayMs - 1000);
  });

  it('are at most twenty, the latest ones', async () => {
    const { app, token: userToken } = await signInWithApp(api, ada);
    const tokens: string[] = [];
    for (let count = 0; count < 22; count += 1) tokens.push(await getToken(app));
    const statuses = [];
    for (const token of tokens) statuses.push((await verify(token)).status);
    expect(statuses).toEqual([401, 401, ...Array<number>(20).fill(200)]);
    await verify(userToken).expect(200);
  });
});

it('keeps the latest 10,000 apps that act for no user, and all others', async () => {
  const full = await startTestApi();
  const user = await createUser(full);
  const unused = await createApp(full);
  const withToken = await createApp(full);
  await exchange(full, withToken, { grant_type: 'client_credentials' }).expect(200);
  const { app: used } = await signInWithApp(full, user);
  const pending = await createApp(full);
  await grant(full, user, pending);
  await full.database.$executeRaw`
    INSERT INTO oauth_apps (id, name, redirect_uris, scopes, secret_hash, created_at)
    SELECT gen_random_uuid(), 'flood', ARRAY['https://a.example'], ARRAY['read'], '\\x00', now() + n * interval '1 ms'
    FROM generate_series(1, 9998) AS n`;
  const remaining = async () => {
    const rows = await full.database.oauthApp.findMany({ select: { id: true } });
    const ids = new Set(rows.map(({ id }) => id));
    return [unused, withToken, used, pending].map(({ client_id: id }) => ids.has(id));
  };
  expect(await remaining()).toEqual([true, true, true, true]);
  await createApp(full);
  expect(await remaining()).toEqual([false, true, true, true]);
  await createApp(full);
  expect(await remaining()).toEqual([false, false, true, true]);
  expect(await full.database.oauthApp.count()).toBe(10_002);
  await full.close();
});

describe('the sessions of apps', () => {
  const signIn = async (user: User, app: RegisteredApp) => {
    const code = await grant(api, user, app);
    const response = await exchange(api, app, { code }).expect(200);
    return (response.body as { access_token: string }).access_token;
  };

  it('are at most fifty per app and user, the latest ones', async () => {
    const user = await createUser(api);
    const [app, otherApp] = [await createApp(api), await createApp(api)];
    const otherToken = await signIn(user, otherApp);
    const otherUserToken = await signIn(ada, app);
    const tokens: string[] = [];
    for (let count = 0; count < 52; count += 1) tokens.push(await signIn(user, app));
    const statuses = [];
    for (const token of tokens) statuses.push((await verify(token)).status);
    expect(statuses).toEqual([401, 401, ...Array<number>(50).fill(200)]);
    await verify(otherToken).expect(200);
    await verify(otherUserToken).expect(200);
    expect(await api.database.session.count({ where: { userId: user.id, kind: 'app' } })).toBe(51);
  });

  it('that have ended are deleted before open ones', async () => {
    const user = await createUser(api);
    const app = await createApp(api);
    const token = await signIn(user, app);
    for (let count = 0; count < 52; count += 1) {
      const ended = await signIn(user, app);
      await api.request
        .post('/oauth/revoke')
        .send({ ...app, token: ended })
        .expect(200);
    }
    await verify(token).expect(200);
    const count = await api.database.session.count({ where: { userId: user.id, kind: 'app' } });
    expect(count).toBeLessThanOrEqual(51);
  });

  it('are at most 500 per user', async () => {
    const user = await createUser(api);
    await api.database.$executeRaw`
      WITH app AS (
        INSERT INTO oauth_apps (id, name, redirect_uris, scopes, secret_hash)
        SELECT gen_random_uuid(), 'flood', ARRAY['https://a.example'], ARRAY['read'], '\\x00'
        FROM generate_series(1, 600) RETURNING id
      ), session AS (
        INSERT INTO sessions (id, user_id, kind, expires_at)
        SELECT id, ${user.id}::uuid, 'app', now() + interval '1 year' FROM app RETURNING id
      )
      INSERT INTO oauth_tokens (id, app_id, session_id, token_hash, scopes)
      SELECT id, id, id, '\\x00', ARRAY['read'] FROM session`;
    await signIn(user, await createApp(api));
    expect(await api.database.session.count({ where: { userId: user.id, kind: 'app' } })).toBe(500);
  });
});
