import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { createApp, exchange, grant, newPkce, redirectUri, signInWithApp } from './support.ts';
import type { RegisteredApp } from './support.ts';

interface Tokens {
  access_token: string;
  refresh_token: string;
}

let api: TestApi;
let ada: User;
let app: RegisteredApp;

beforeAll(async () => {
  // Each test registers an app, more than one address may register in an hour.
  api = await startTestApi({ limits: 'off' });
  ada = await createUser(api);
  app = await createApp(api);
});

afterAll(() => api.close());

const readFeed = (token: string) =>
  api.request.get('/api/threads').set({ Authorization: `Bearer ${token}` });

describe('a code', () => {
  it('is exchanged for a token with the granted scopes, without expiry', async () => {
    const code = await grant(api, ada, app, { scope: 'read:statuses' });
    const response = await exchange(api, app, { code }).expect(200);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.body).toEqual({
      access_token: expect.any(String) as string,
      token_type: 'Bearer',
      scope: 'read:statuses',
      created_at: expect.any(Number) as number,
    });
    const { access_token: token } = response.body as { access_token: string };
    await readFeed(token).expect(200);
  });

  it.each(['json', 'multipart', 'basic'])('is exchanged in a request with %s', async (kind) => {
    const code = await grant(api, ada, app);
    const fields = { grant_type: 'authorization_code', code, redirect_uri: redirectUri };
    const { client_id, client_secret } = app;
    const sent = api.request.post('/oauth/token');
    if (kind === 'basic') void sent.auth(client_id, client_secret).type('form').send(fields);
    else if (kind === 'json') void sent.send({ ...fields, client_id, client_secret });
    else void sent.field({ ...fields, client_id, client_secret });
    expect((await sent).status).toBe(200);
  });

  it('that is used again is rejected and revokes the token that it issued', async () => {
    const scope = 'read offline_access';
    const own = await createApp(api, { scopes: scope });
    const code = await grant(api, ada, own, { scope });
    const otherCode = await grant(api, ada, own, { scope });
    const issued = (await exchange(api, own, { code }).expect(200)).body as Tokens;
    const other = (await exchange(api, own, { code: otherCode }).expect(200)).body as Tokens;
    await readFeed(issued.access_token).expect(200);
    // The code itself has expired long ago.
    api.clock.advance(3_600_000 / 2);
    await api.services.oauth.removeUnused();
    const again = await exchange(api, own, { code }).expect(400);
    expect(again.body).toMatchObject({ error: 'invalid_grant' });
    await readFeed(issued.access_token).expect(401);
    const refresh = { grant_type: 'refresh_token', refresh_token: issued.refresh_token };
    await exchange(api, own, refresh).expect(400);
    await readFeed(other.access_token).expect(200);
    api.clock.advance(-3_600_000 / 2);
  });

  it('issues at most one token for concurrent requests, and this token is revoked', async () => {
    for (let round = 0; round < 10; round += 1) {
      const code = await grant(api, ada, app);
      const responses = await Promise.all([1, 2, 3].map(() => exchange(api, app, { code })));
      const issued = responses.filter(({ status }) => status === 200);
      expect(issued.length).toBeLessThanOrEqual(1);
      for (const { body } of issued) await readFeed((body as Tokens).access_token).expect(401);
      const rejected = responses.filter(({ status }) => status !== 200);
      const errors = rejected.map(({ status, body }) => [
        status,
        (body as { error: string }).error,
      ]);
      expect(errors).toEqual(rejected.map(() => [400, 'invalid_grant']));
    }
  });

  it('expires after 60 seconds', async () => {
    const [code, other] = [await grant(api, ada, app), await grant(api, ada, app)];
    api.clock.advance(55_000);
    await exchange(api, app, { code }).expect(200);
    api.clock.advance(6000);
    await exchange(api, app, { code: other }).expect(400);
  });

  it.each([
    { code: 'unknown' },
    { client_secret: 'wrong' },
    { client_secret: '' },
    { redirect_uri: `${redirectUri}/` },
    { redirect_uri: undefined },
    { code_verifier: newPkce().verifier },
    { grant_type: 'password' },
    { grant_type: undefined },
  ])('is rejected with %j', async (fields) => {
    const code = await grant(api, ada, app);
    const response = await exchange(api, app, { code, ...fields });
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
    expect(response.body).toMatchObject({
      error: expect.any(String) as string,
      error_description: expect.any(String) as string,
    });
  });

  it('is rejected for another app', async () => {
    const code = await grant(api, ada, app);
    await exchange(api, await createApp(api), { code }).expect(400);
  });

  it('is invalid after the session that granted it has ended', async () => {
    const user = await createUser(api);
    const code = await grant(api, user, app);
    await api.request.post('/api/auth/logout').set(user.auth).expect(200);
    await exchange(api, app, { code }).expect(400);
  });
});

describe('a code with PKCE', () => {
  const challenge = (text: string) => ({ code_challenge: text, code_challenge_method: 'S256' });

  it('needs no client secret', async () => {
    const pkce = newPkce();
    const code = await grant(api, ada, app, challenge(pkce.challenge));
    const fields = { code, code_verifier: pkce.verifier, client_secret: undefined };
    const response = await exchange(api, app, fields).expect(200);
    await readFeed((response.body as { access_token: string }).access_token).expect(200);
  });

  it.each([undefined, newPkce().verifier])('is rejected with the verifier %s', async (verifier) => {
    const pkce = newPkce();
    const code = await grant(api, ada, app, challenge(pkce.challenge));
    await exchange(api, app, { code, code_verifier: verifier }).expect(400);
    // A failed attempt uses the code.
    await exchange(api, app, { code, code_verifier: pkce.verifier }).expect(400);
  });
});

it.each(['client_id', 'client_secret', 'code', 'refresh_token', 'scope'])(
  'a %s that is not a text is rejected',
  async (name) => {
    for (const value of [1, true, ['x'], { x: 1 }]) {
      const response = await api.request.post('/oauth/token').send({
        grant_type: name === 'refresh_token' ? 'refresh_token' : 'client_credentials',
        ...app,
        [name]: value,
      });
      expect(response.status).toBe(400);
      expect(response.body).toMatchObject({ error: 'invalid_request' });
    }
  },
);

describe('client credentials', () => {
  it('return a token that acts for no user', async () => {
    const fields = { grant_type: 'client_credentials', scope: 'read' };
    const response = await exchange(api, app, fields).expect(200);
    expect(response.body).toMatchObject({ scope: 'read', token_type: 'Bearer' });
    const { access_token: token } = response.body as { access_token: string };
    const auth = { Authorization: `Bearer ${token}` };
    const verified = await api.request.get('/api/v1/apps/verify_credentials').set(auth).expect(200);
    expect(verified.body).toMatchObject({ id: app.client_id, name: 'A client' });
    expect(verified.body).not.toHaveProperty('client_secret');
    await readFeed(token).expect(401);
  });

  it('expire after a day', async () => {
    const fields = { grant_type: 'client_credentials' };
    const response = await exchange(api, app, fields).expect(200);
    const { access_token: token, expires_in: seconds } = response.body as {
      access_token: string;
      expires_in: number;
    };
    expect(seconds).toBe(86_400);
    api.clock.advance(25 * 60 * 60 * 1000);
    const auth = { Authorization: `Bearer ${token}` };
    await api.request.get('/api/v1/apps/verify_credentials').set(auth).expect(401);
    api.clock.advance(-25 * 60 * 60 * 1000);
  });

  it('require the secret and registered scopes', async () => {
    const fields = { grant_type: 'client_credentials' };
    await exchange(api, app, { ...fields, client_secret: 'wrong' }).expect(400);
    const readOnly = await createApp(api, { scopes: 'read' });
    await exchange(api, readOnly, { ...fields, scope: 'write' }).expect(400);
  });
});

describe('POST /oauth/revoke', () => {
  const revoke = (by: RegisteredApp, token: string) =>
    api.request
      .post('/oauth/revoke')
      .type('form')
      .send({ ...by, token });

  it('ends the token', async () => {
    const session = await signInWithApp(api, ada);
    await revoke(session.app, session.token).expect(200, {});
    await readFeed(session.token).expect(401);
    await revoke(session.app, session.token).expect(200, {});
    await revoke(session.app, 'unknown').expect(200, {});
  });

  it('is not possible for another app, or without the secret', async () => {
    const session = await signInWithApp(api, ada);
    await revoke(app, session.token).expect(403);
    await revoke({ ...session.app, client_secret: 'wrong' }, session.token).expect(403);
    await readFeed(session.token).expect(200);
  });
});

describe('POST /oauth/introspect', () => {
  const introspect = async (by: RegisteredApp, token: string) => {
    const response = await api.request.post('/oauth/introspect').send({ ...by, token });
    return response.body as object;
  };

  it('describes a token to its own app only', async () => {
    const { app: own, token } = await signInWithApp(api, ada, 'read');
    expect(await introspect(own, token)).toEqual({
      active: true,
      scope: 'read',
      client_id: own.client_id,
      token_type: 'Bearer',
      iat: expect.any(Number) as number,
      iss: 'http://skein.test',
      sub: ada.id,
    });
    expect(await introspect(app, token)).toEqual({ active: false });
    expect(await introspect(own, ada.token)).toEqual({ active: false });
    expect(await introspect({ ...own, client_secret: 'x' }, token)).toMatchObject({
      error: 'invalid_client',
    });
    await api.request.post('/oauth/revoke').send({ ...own, token });
    expect(await introspect(own, token)).toEqual({ active: false });
  });

  it('and revocation accept the credentials of the app as a header', async () => {
    const { app: own, token } = await signInWithApp(api, ada, 'read');
    const send = (name: string, secret: string) =>
      api.request.post(`/oauth/${name}`).auth(own.client_id, secret).type('form').send({ token });
    await send('introspect', 'wrong').expect(401);
    await send('revoke', 'wrong').expect(403);
    const introspected = await send('introspect', own.client_secret).expect(200);
    expect(introspected.body).toMatchObject({ active: true });
    await send('revoke', own.client_secret).expect(200);
    expect(await introspect(own, token)).toEqual({ active: false });
  });
});

it('describes the server at /.well-known/oauth-authorization-server', async () => {
  const path = '/.well-known/oauth-authorization-server';
  const response = await api.request.get(path).expect(200);
  expect(response.body).toMatchObject({
    issuer: 'http://skein.test',
    authorization_endpoint: 'http://skein.test/oauth/authorize',
    token_endpoint: 'http://skein.test/oauth/token',
    code_challenge_methods_supported: ['S256'],
  });
  expect(response.headers['access-control-allow-origin']).toBe('*');
  await api.request.options('/oauth/token').expect(204);
});
