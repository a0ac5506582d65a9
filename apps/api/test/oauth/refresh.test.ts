import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openSocket } from '../mastodon/streaming-support.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { createApp, exchange, grant, newPkce } from './support.ts';
import type { RegisteredApp } from './support.ts';

let api: TestApi;
let ada: User;
let app: RegisteredApp;

const scope = 'read write offline_access';
const hourMs = 60 * 60 * 1000;
const waiting = { timeout: 20_000, interval: 5 };

interface Tokens {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  scope: string;
}

beforeAll(async () => {
  api = await startTestApi();
  ada = await createUser(api);
  app = await createApp(api, { scopes: scope });
});

afterAll(() => api.close());

const readFeed = (token: string) =>
  api.request.get('/api/threads').set({ Authorization: `Bearer ${token}` });

async function signIn(as = ada, by = app): Promise<Tokens> {
  const code = await grant(api, as, by, { scope });
  return (await exchange(api, by, { code }).expect(200)).body as Tokens;
}

const refresh = (token: string, fields: Record<string, unknown> = {}) =>
  exchange(api, app, {
    grant_type: 'refresh_token',
    redirect_uri: undefined,
    refresh_token: token,
    ...fields,
  });

async function renew(token: string, fields: Record<string, unknown> = {}): Promise<Tokens> {
  return (await refresh(token, fields).expect(200)).body as Tokens;
}

describe('an app with offline_access', () => {
  it('receives an access token that expires after an hour, and a refresh token', async () => {
    const tokens = await signIn();
    expect(tokens).toMatchObject({ expires_in: 3600, scope, token_type: 'Bearer' });
    await readFeed(tokens.access_token).expect(200);
    api.clock.advance(hourMs);
    const expired = await readFeed(tokens.access_token).expect(401);
    expect(expired.headers['www-authenticate']).toBe('Bearer error="invalid_token"');
    const renewed = await renew(tokens.refresh_token);
    expect(renewed).toMatchObject({ expires_in: 3600, scope });
    await readFeed(renewed.access_token).expect(200);
    await readFeed(tokens.access_token).expect(401);
  });

  it('replaces an access token that has not expired', async () => {
    const tokens = await signIn();
    await readFeed(tokens.access_token).expect(200);
    const renewed = await renew(tokens.refresh_token);
    await readFeed(tokens.access_token).expect(401);
    await readFeed(renewed.access_token).expect(200);
  });

  it('can ask for less, and later for all again', async () => {
    const tokens = await signIn();
    const narrow = await renew(tokens.refresh_token, { scope: 'read' });
    expect(narrow.scope).toBe('read');
    const post = (token: string) =>
      api.request
        .post('/api/threads')
        .set({ Authorization: `Bearer ${token}` })
        .send({ content: 'Written by an app' });
    await post(narrow.access_token).expect(403);
    await refresh(narrow.refresh_token, { scope: 'read push' }).expect(400);
    const wide = await renew(narrow.refresh_token);
    expect(wide.scope).toBe(scope);
    await post(wide.access_token).expect(201);
  });

  it('needs no secret if its code had none', async () => {
    const pkce = newPkce();
    const code = await grant(api, ada, app, {
      scope,
      code_challenge: pkce.challenge,
      code_challenge_method: 'S256',
    });
    const fields = { code, code_verifier: pkce.verifier, client_secret: undefined };
    const tokens = (await exchange(api, app, fields).expect(200)).body as Tokens;
    await renew(tokens.refresh_token, { client_secret: undefined });
    await refresh(tokens.refresh_token, { client_secret: 'wrong' }).expect(400);
    const withSecret = await signIn();
    await refresh(withSecret.refresh_token, { client_secret: undefined }).expect(400);
  });

  it('remains in the list of apps after the access token has expired', async () => {
    const user = await createUser(api);
    await signIn(user);
    api.clock.advance(2 * hourMs);
    const response = await api.request.get('/api/oauth/authorized-apps').set(user.auth).expect(200);
    expect(response.body).toMatchObject([{ id: app.client_id, isAccessToken: false }]);
  });
});

describe('a refresh token', () => {
  it('may be repeated within a minute, when its response was lost', async () => {
    const tokens = await signIn();
    const lost = await renew(tokens.refresh_token);
    api.clock.advance(50_000);
    const received = await renew(tokens.refresh_token);
    await readFeed(lost.access_token).expect(401);
    await readFeed(received.access_token).expect(200);
    await renew(received.refresh_token);
  });

  it('ends the access of the app when it is used again later', async () => {
    const tokens = await signIn();
    const second = await renew(tokens.refresh_token);
    const third = await renew(second.refresh_token);
    api.clock.advance(61_000);
    const reused = await refresh(tokens.refresh_token).expect(400);
    expect(reused.body).toMatchObject({ error: 'invalid_grant' });
    await readFeed(third.access_token).expect(401);
    await refresh(third.refresh_token).expect(400);
  });

  it('keeps the app signed in, whichever response of a repeated request it uses', async () => {
    for (const received of [0, 1]) {
      const tokens = await signIn();
      const pairs = [await renew(tokens.refresh_token), await renew(tokens.refresh_token)];
      api.clock.advance(hourMs);
      const next = await renew(pairs[received]?.refresh_token ?? '');
      await readFeed(next.access_token).expect(200);
      api.clock.advance(hourMs);
      await renew(next.refresh_token);
    }
  });

  it('keeps the app signed in when its requests are concurrent each time', async () => {
    let { refresh_token: token } = await signIn();
    for (const received of [0, 1, 2]) {
      const current = token;
      const pairs = await Promise.all([1, 2, 3].map(() => renew(current)));
      token = pairs[received]?.refresh_token ?? '';
      api.clock.advance(hourMs);
    }
    await readFeed((await renew(token)).access_token).expect(200);
  });

  it('keeps the app signed in when the repetition arrives after the next refresh', async () => {
    const tokens = await signIn();
    const second = await renew(tokens.refresh_token);
    const third = await renew(second.refresh_token);
    const late = await renew(tokens.refresh_token);
    api.clock.advance(hourMs);
    await renew(late.refresh_token);
    await readFeed((await renew(third.refresh_token)).access_token).expect(200);
  });

  it('ends the access of the app when another token of a repeated request is used later', async () => {
    const tokens = await signIn();
    const copied = await renew(tokens.refresh_token);
    const received = await renew(tokens.refresh_token);
    const next = await renew(received.refresh_token);
    api.clock.advance(61_000);
    await refresh(copied.refresh_token).expect(400);
    await readFeed(next.access_token).expect(401);
    await refresh(next.refresh_token).expect(400);
  });

  it('cannot be repeated a minute after its first use, even if it was repeated before', async () => {
    const tokens = await signIn();
    await renew(tokens.refresh_token);
    api.clock.advance(50_000);
    const repeated = await renew(tokens.refresh_token);
    await readFeed(repeated.access_token).expect(200);
    api.clock.advance(11_000);
    await refresh(tokens.refresh_token).expect(400);
    await refresh(repeated.refresh_token).expect(400);
  });

  it('leaves one valid access token when it is used concurrently', async () => {
    const tokens = await signIn();
    const responses = await Promise.all([1, 2, 3].map(() => refresh(tokens.refresh_token)));
    const pairs = responses.map(({ body }) => body as Tokens);
    const reads = await Promise.all(pairs.map(({ access_token: token }) => readFeed(token)));
    expect(reads.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it.each(['unknown', '', 'a'.repeat(32) + '_' + 'a'.repeat(43)])(
    '%j is invalid',
    async (token) => {
      await refresh(token).expect(400);
    },
  );

  it('is invalid for another app, as an access token, and as an access token of the API', async () => {
    const tokens = await signIn();
    const other = await createApp(api, { scopes: scope });
    await refresh(tokens.refresh_token, { ...other }).expect(400);
    await refresh(tokens.access_token).expect(400);
    await readFeed(tokens.refresh_token).expect(401);
    await renew(tokens.refresh_token);
  });

  it('ends with the password', async () => {
    const user = await createUser(api);
    const tokens = await signIn(user);
    await api.request
      .post('/api/auth/change-password')
      .set(user.auth)
      .send({
        currentPassword: user.password,
        newPassword: 'another good one',
        confirmPassword: 'another good one',
      })
      .expect(200);
    await refresh(tokens.refresh_token).expect(400);
  });

  it('ends with the suspension of the account', async () => {
    const user = await createUser(api);
    const tokens = await signIn(user);
    const data = { suspendedAt: api.clock.now() };
    await api.database.user.update({ where: { id: user.id }, data });
    await refresh(tokens.refresh_token).expect(400);
  });

  it.each(['access_token', 'refresh_token'] as const)(
    'ends when the %s is revoked',
    async (name) => {
      const tokens = await signIn();
      const revoked = { ...app, token: tokens[name] };
      await api.request.post('/oauth/revoke').type('form').send(revoked).expect(200);
      await readFeed(tokens.access_token).expect(401);
      await refresh(tokens.refresh_token).expect(400);
    },
  );
});

describe('a stream of an app', () => {
  const open = async (tokens: Tokens) =>
    openSocket(api, { token: tokens.access_token, query: 'stream=user' });

  it('ends when its access token expires', async () => {
    const socket = await open(await signIn());
    api.clock.advance(hourMs);
    await vi.waitFor(() => expect(socket.isClosed).toBe(true), waiting);
  });

  it('stays open when the token is replaced in time', async () => {
    const user = await createUser(api);
    const tokens = await signIn(user);
    const [replaced, other] = [await open(tokens), await open(await signIn())];
    api.clock.advance(hourMs / 2);
    await renew(tokens.refresh_token);
    api.clock.advance(hourMs / 2);
    await vi.waitFor(() => expect(other.isClosed).toBe(true), waiting);
    expect(replaced.isClosed).toBe(false);
  });
});

it('is not issued without offline_access, or for client credentials', async () => {
  const code = await grant(api, ada, app, { scope: 'read' });
  const plain = await exchange(api, app, { code }).expect(200);
  expect(plain.body).not.toHaveProperty('refresh_token');
  expect(plain.body).not.toHaveProperty('expires_in');
  const fields = { grant_type: 'client_credentials', scope };
  const credentials = await exchange(api, app, fields).expect(200);
  expect(credentials.body).not.toHaveProperty('refresh_token');
});

it('is announced by the metadata of the server', async () => {
  const path = '/.well-known/oauth-authorization-server';
  const { grant_types_supported: grants, scopes_supported: scopes } = (
    await api.request.get(path).expect(200)
  ).body as Record<string, string[]>;
  expect(grants).toContain('refresh_token');
  expect(scopes).toContain('offline_access');
});

it('is introspected with the expiry of the access token', async () => {
  const tokens = await signIn();
  const introspect = (token: string) =>
    api.request.post('/oauth/introspect').send({ ...app, token });
  const active = await introspect(tokens.access_token).expect(200);
  const { exp, iat } = active.body as { exp: number; iat: number };
  expect(exp - iat).toBe(3600);
  api.clock.advance(hourMs);
  expect((await introspect(tokens.access_token)).body).toEqual({ active: false });
});
