import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import {
  createApp,
  decide,
  exchange,
  grant,
  newPkce,
  redirectUri,
  signInWithApp,
} from './support.ts';
import type { RegisteredApp } from './support.ts';

let api: TestApi;
let ada: User;
let app: RegisteredApp;

beforeAll(async () => {
  // The tests register more apps than one address may.
  api = await startTestApi({ limits: 'off' });
  ada = await createUser(api);
  app = await createApp(api, { website: 'https://client.example' });
});

afterAll(() => api.close());

const request = (parameters: Record<string, string> = {}) => ({
  response_type: 'code',
  client_id: app.client_id,
  redirect_uri: redirectUri,
  ...parameters,
});

describe('registration of an app', () => {
  it.each(['json', 'form', 'multipart'])('accepts a %s body', async (kind) => {
    const fields = { client_name: 'Tusky', redirect_uris: 'tusky://oauth', scopes: 'read follow' };
    const sent = api.request.post('/api/v1/apps');
    const response = await (kind === 'multipart'
      ? sent.field(fields)
      : sent.type(kind === 'form' ? 'form' : 'json').send(fields));
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      id: expect.any(String) as string,
      name: 'Tusky',
      website: null,
      scopes: ['read', 'follow'],
      redirect_uri: 'tusky://oauth',
      redirect_uris: ['tusky://oauth'],
      client_id: (response.body as { id: string }).id,
      client_secret: expect.stringMatching(/^[\w-]{43}$/) as string,
      client_secret_expires_at: 0,
      vapid_key: expect.stringMatching(/^[\w-]{80,}$/) as string,
    });
  });

  it('accepts several redirect URIs as lines and as a list', async () => {
    const uris = ['com.example.app:/callback', 'urn:ietf:wg:oauth:2.0:oob'];
    for (const redirect_uris of [uris, uris.join('\n')]) {
      const fields = { client_name: 'App', redirect_uris };
      const response = await api.request.post('/api/v1/apps').send(fields).expect(200);
      expect(response.body).toMatchObject({ redirect_uris: uris, scopes: ['read'] });
    }
  });

  it.each([
    { client_name: '' },
    { client_name: 'x'.repeat(101) },
    { redirect_uris: '' },
    { redirect_uris: 'javascript:alert(1)' },
    { redirect_uris: 'http://client.example/' },
    { scopes: 'read admin:write' },
    { website: 'javascript:alert(1)' },
  ])('rejects %j with the error format of Mastodon', async (fields) => {
    const body = { client_name: 'App', redirect_uris: redirectUri, ...fields };
    const response = await api.request.post('/api/v1/apps').send(body).expect(422);
    expect(response.body).toMatchObject({
      error: expect.stringMatching(/^Validation failed: /) as string,
    });
  });

  it('stores no secret in clear text', async () => {
    const { token, app: registered } = await signInWithApp(api, ada);
    const code = await grant(api, ada, registered);
    const rows = await api.database.$queryRaw<{ row: string }[]>`
      SELECT to_jsonb(oauth_apps)::text AS row FROM oauth_apps
      UNION ALL SELECT to_jsonb(oauth_tokens)::text FROM oauth_tokens
      UNION ALL SELECT to_jsonb(oauth_codes)::text FROM oauth_codes`;
    const stored = rows.map(({ row }) => row).join('\n');
    expect(stored).toContain(registered.client_id);
    for (const secret of [registered.client_secret, token, code]) {
      expect(stored).not.toContain(secret);
      expect(stored).not.toContain(Buffer.from(secret).toString('hex'));
    }
  });
});

describe('GET /oauth/authorization', () => {
  it('returns what the app asks for', async () => {
    const query = request({ scope: 'read:statuses push', state: 'x' });
    const response = await api.request.get('/api/oauth/authorization').set(ada.auth).query(query);
    expect(response.body).toEqual({
      app: { name: 'A client', website: 'https://client.example' },
      scopes: ['read:statuses', 'push'],
      redirectTarget: 'client.example',
    });
  });

  it('requires a signed-in user', async () => {
    await api.request.get('/api/oauth/authorization').query(request()).expect(401);
    await api.request.post('/api/oauth/authorization').send(request()).expect(401);
  });

  it.each([
    { client_id: '0191a9a0-0000-7000-8000-000000000000' },
    { client_id: 'unknown' },
    { redirect_uri: `${redirectUri}/` },
    { redirect_uri: `${redirectUri}?a=b` },
    { redirect_uri: 'https://other.example/callback' },
    { response_type: 'token' },
    { scope: 'admin' },
    { code_challenge: newPkce().challenge },
    { code_challenge: newPkce().verifier, code_challenge_method: 'plain' },
  ])('rejects %j, before and when the user decides', async (parameters) => {
    const query = request(parameters);
    await api.request.get('/api/oauth/authorization').set(ada.auth).query(query).expect(400);
    const body = { ...query, isGranted: true };
    await api.request.post('/api/oauth/authorization').set(ada.auth).send(body).expect(400);
  });

  it('rejects scopes that the app has not registered', async () => {
    const { client_id } = await createApp(api, { scopes: 'read' });
    for (const [scope, status] of [
      ['read:statuses profile', 200],
      ['read write', 400],
    ] as const) {
      const query = request({ client_id, scope });
      await api.request.get('/api/oauth/authorization').set(ada.auth).query(query).expect(status);
    }
  });

  it('cannot be used by an app', async () => {
    const { auth } = await signInWithApp(api, ada);
    await api.request.get('/api/oauth/authorization').set(auth).query(request()).expect(403);
    const body = { ...request(), isGranted: true };
    await api.request.post('/api/oauth/authorization').set(auth).send(body).expect(403);
  });
});

describe('the decision of the user', () => {
  it('returns the code and the state to the redirect URI', async () => {
    const redirect = await decide(api, ada, app, { state: 'a b&c' });
    expect(redirect.origin + redirect.pathname).toBe(redirectUri);
    expect(redirect.searchParams.get('state')).toBe('a b&c');
    expect(redirect.searchParams.get('code')).toMatch(/^[\w-]{43}$/);
  });

  it('keeps the scheme of an app', async () => {
    const uri = 'com.example.app:/callback';
    const other = await createApp(api, { redirect_uris: uri });
    const redirect = await decide(api, ada, other, { redirect_uri: uri });
    expect(redirect.href).toMatch(/^com\.example\.app:\/callback\?code=/);
  });

  it('returns an error when access is denied', async () => {
    const redirect = await decide(api, ada, app, { isGranted: false, state: 'x' });
    expect(redirect.searchParams.get('error')).toBe('access_denied');
    expect(redirect.searchParams.get('state')).toBe('x');
    expect(redirect.searchParams.has('code')).toBe(false);
  });

  it('leads to a page with the code for an app without redirect', async () => {
    const uri = 'urn:ietf:wg:oauth:2.0:oob';
    const other = await createApp(api, { redirect_uris: uri });
    const redirect = await decide(api, ada, other, { redirect_uri: uri });
    expect(redirect.origin + redirect.pathname).toBe('http://relative.test/oauth/authorize/native');
    const code = redirect.searchParams.get('code');
    await exchange(api, other, { code, redirect_uri: uri }).expect(200);
  });
});
