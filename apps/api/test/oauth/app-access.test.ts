import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSessionRetention } from '../../src/server/jobs/ended-sessions.repository.ts';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { createApp, exchange, grant, signInWithApp } from './support.ts';
import type { AppSession } from './support.ts';

let api: TestApi;
let ada: User;

beforeAll(async () => {
  // One app requests every route.
  api = await startTestApi({ limits: 'off' });
  ada = await createUser(api);
});

afterAll(() => api.close());

const dayMs = 24 * 60 * 60 * 1000;
const readFeed = ({ auth }: Pick<AppSession, 'auth'>) => api.request.get('/api/threads').set(auth);

/** The apps and access tokens that may act for a user. */
const list = async (user: User) =>
  (await api.request.get('/api/oauth/authorized-apps').set(user.auth).expect(200)).body as {
    id: string;
  }[];

describe('scopes', () => {
  it.each([
    ['read', 'GET', '/threads', 200],
    ['read:statuses', 'GET', '/threads', 200],
    ['read:accounts', 'GET', '/threads', 403],
    ['write', 'GET', '/threads', 403],
    ['read', 'POST', '/threads', 403],
    ['write:statuses', 'POST', '/threads', 201],
    ['follow', 'GET', '/users/me/blocks', 200],
    ['profile', 'GET', '/users/me/blocks', 403],
  ])('"%s" allows %s %s: %i', async (scope, method, path, status) => {
    const { auth } = await signInWithApp(api, ada, scope);
    const request =
      method === 'GET' ? api.request.get(`/api${path}`) : api.request.post(`/api${path}`);
    await request
      .set(auth)
      .send(method === 'GET' ? undefined : { content: 'From an app' })
      .expect(status);
  });

  it('never allow an app to use the account itself, its sessions or its messages', async () => {
    const { auth } = await signInWithApp(api, ada);
    const document = await api.request.get('/api/openapi.json');
    const { paths } = document.body as {
      paths: Record<string, Record<string, { security: object[] }>>;
    };
    // A response of `/users/me` contains the email and the date of birth.
    const forbidden = /^\/(?:auth|admin|chat|oauth)\/|^\/users\/me(?:\/export)?$/;
    const requests = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { security }]) => security.length > 0)
        .map(([method]) => ({ method, path: path.replaceAll(/\{\w+\}/g, ada.id) })),
    );
    const checked = requests.filter(({ path }) => forbidden.test(path));
    expect(checked.length).toBeGreaterThan(25);
    for (const { method, path } of checked) {
      const response = await fetch(`http://127.0.0.1:${api.port}/api${path}`, {
        method: method.toUpperCase(),
        headers: auth,
      });
      expect([method, path, response.status]).toEqual([method, path, 403]);
    }
    await api.request.get('/api/auth/sessions').set(ada.auth).expect(200);
  });
});

describe('the access of an app', () => {
  it('ends when the user changes the password', async () => {
    const user = await createUser(api);
    const session = await signInWithApp(api, user);
    const pending = await grant(api, user, session.app);
    const password = 'another correct horse';
    const body = {
      currentPassword: user.password,
      newPassword: password,
      confirmPassword: password,
    };
    await api.request.post('/api/auth/change-password').set(user.auth).send(body).expect(200);
    await readFeed(session).expect(401);
    // Granted by the session that changed the password.
    await exchange(api, session.app, { code: pending }).expect(200);
  });

  it('ends when an administrator signs the user out everywhere', async () => {
    const user = await createUser(api);
    const session = await signInWithApp(api, user);
    const pending = await grant(api, user, session.app);
    await api.services.auth.endAllSessions(user.id);
    await readFeed(session).expect(401);
    await exchange(api, session.app, { code: pending }).expect(400);
  });

  it('is suspended with the account', async () => {
    const user = await createUser(api);
    const session = await signInWithApp(api, user);
    const { id } = user;
    await api.database.user.update({ where: { id }, data: { suspendedAt: new Date() } });
    await readFeed(session).expect(401);
  });

  it('survives the end of the session that granted it', async () => {
    const user = await createUser(api);
    const session = await signInWithApp(api, user);
    await api.request.post('/api/auth/logout').set(user.auth).expect(200);
    await readFeed(session).expect(200);
  });

  it('needs the complete token', async () => {
    const { token } = await signInWithApp(api, ada);
    const last = token.endsWith('A') ? 'B' : 'A';
    for (const changed of [token.slice(0, -1), token.slice(0, -1) + last, `${token}A`]) {
      await readFeed({ auth: { Authorization: `Bearer ${changed}` } }).expect(401);
    }
  });

  it('is not listed among the sessions', async () => {
    const user = await createUser(api);
    await signInWithApp(api, user);
    const listed = await api.request.get('/api/auth/sessions').set(user.auth).expect(200);
    expect(listed.body).toHaveLength(1);
  });
});

describe('authorized apps', () => {
  it('are listed once, with all their scopes', async () => {
    const user = await createUser(api);
    const app = await createApp(api, { client_name: 'Two devices' });
    for (const scope of ['read', 'write']) {
      const code = await grant(api, user, app, { scope });
      await exchange(api, app, { code }).expect(200);
    }
    expect(await list(user)).toEqual([
      {
        id: app.client_id,
        name: 'Two devices',
        website: null,
        scopes: expect.arrayContaining(['read', 'write']) as string[],
        authorizedAt: expect.any(String) as string,
        lastUsedAt: expect.any(String) as string,
        isAccessToken: false,
        expiresAt: null,
      },
    ]);
    expect(await list(await createUser(api))).toEqual([]);
  });

  it('lose access when it is revoked', async () => {
    const user = await createUser(api);
    const [first, second] = [await signInWithApp(api, user), await signInWithApp(api, user)];
    const revoke = (as: User, id: string) =>
      api.request.delete(`/api/oauth/authorized-apps/${id}`).set(as.auth);
    await revoke(ada, first.app.client_id).expect(404);
    await revoke(user, 'x').expect(404);
    await revoke(user, first.app.client_id).expect(200);
    await readFeed(first).expect(401);
    await readFeed(second).expect(200);
    await revoke(user, first.app.client_id).expect(404);
    expect((await list(user)).map(({ id }) => id)).toEqual([second.app.client_id]);
  });

  it('require a signed-in user', async () => {
    await api.request.get('/api/oauth/authorized-apps').expect(401);
    await api.request.delete('/api/oauth/authorized-apps/x').expect(401);
  });
});

describe('access tokens for scripts', () => {
  const create = (as: User, fields: Record<string, unknown> = {}) =>
    api.request
      .post('/api/oauth/access-tokens')
      .set(as.auth)
      .send({
        name: ' My  script ',
        scopes: ['read', 'write:statuses', 'read'],
        expiresInDays: 30,
        password: as.password,
        ...fields,
      });

  it('permit what their scopes include, and are listed and revoked like apps', async () => {
    const eve = await createUser(api);
    const response = await create(eve).expect(201);
    const { token, app } = response.body as { token: string; app: { id: string } };
    const auth = { Authorization: `Bearer ${token}` };
    await readFeed({ auth }).expect(200);
    await api.request.get('/api/v1/timelines/home').set(auth).expect(200);
    await api.request
      .post('/api/v1/statuses')
      .set(auth)
      .send({ status: 'By a script' })
      .expect(200);
    await api.request.get('/api/users/me/blocks').set(auth).expect(200);
    await api.request.post(`/api/users/${ada.id}/mute`).set(auth).expect(403);
    expect(await list(eve)).toEqual([
      { ...app, name: 'My script', scopes: ['read', 'write:statuses'], isAccessToken: true },
    ]);
    await api.request.delete(`/api/oauth/authorized-apps/${app.id}`).set(eve.auth).expect(200);
    await readFeed({ auth }).expect(401);
  });

  it('expire', async () => {
    const response = await create(ada, { expiresInDays: 1 }).expect(201);
    const { token, app } = response.body as { token: string; app: { expiresAt: string } };
    expect(Date.parse(app.expiresAt) - Date.now()).toBeLessThanOrEqual(dayMs);
    const database = api.database;
    const id = token.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    await database.session.update({ where: { id }, data: { expiresAt: new Date() } });
    await readFeed({ auth: { Authorization: `Bearer ${token}` } }).expect(401);
  });

  it('need the password, a name and known scopes', async () => {
    expectError(await create(ada, { password: 'not mine' }), 'wrong_password');
    for (const fields of [
      { name: ' ' },
      { scopes: [] },
      { scopes: ['admin'] },
      { expiresInDays: 400 },
    ])
      await create(ada, fields).expect(400);
  });

  it('are at most 20, also for concurrent requests', async () => {
    const eve = await createUser(api);
    const responses = await Promise.all(Array.from({ length: 22 }, () => create(eve)));
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(2);
  });
});

it('ends the access of apps that have not been used for a year', async () => {
  const later = await startTestApi();
  const user = await createUser(later);
  const [used, unused] = [await signInWithApp(later, user), await signInWithApp(later, user)];
  const read = ({ auth }: AppSession) => later.request.get('/api/threads').set(auth);
  later.clock.advance(300 * dayMs);
  await read(used).expect(200);
  later.clock.advance(100 * dayMs);
  await createSessionRetention({
    ...later.services.settings,
    readAddressDays: () => 90,
  }).deleteEnded();
  await read(used).expect(200);
  await read(unused).expect(401);
  await later.close();
});

it('deletes apps that nobody uses after a day, and expired codes', async () => {
  const user = await createUser(api);
  const [unused, pending, { app: used }] = [
    await createApp(api),
    await createApp(api),
    await signInWithApp(api, user),
  ];
  await grant(api, user, pending);
  const remaining = async () => {
    await api.services.oauth.removeUnused();
    const apps = await api.database.oauthApp.findMany({ select: { id: true } });
    const ids = new Set(apps.map(({ id }) => id));
    return [unused, pending, used].map(({ client_id: id }) => ids.has(id));
  };
  expect(await remaining()).toEqual([true, true, true]);
  api.clock.advance(dayMs + 1000);
  expect(await remaining()).toEqual([false, false, true]);
});
