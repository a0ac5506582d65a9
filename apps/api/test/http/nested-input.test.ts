import { afterAll, beforeAll, expect, it } from 'vitest';
import { listMastodonRoutes } from '../mastodon/routes.ts';
import { signInWithApp } from '../oauth/support.ts';
import { listOperations } from '../reliability/fuzz/operations.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import { expectError } from '../support/http/responses.ts';

let api: TestApi;
let session: Record<string, string>;
let token: Record<string, string>;

/** The stack of the server's process holds a few thousand levels, and a body at most 50,000. */
const depths = [33, 49_000];

beforeAll(async () => {
  api = await startTestApi({ limits: 'off' });
  const user = await createUser(api);
  await api.database.user.update({ where: { id: user.id }, data: { role: 'admin' } });
  session = user.auth;
  token = (await signInWithApp(api, user)).auth;
});

afterAll(() => api.close());

const nest = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

interface Target {
  method: string;
  url: string;
  headers: Record<string, string>;
}

function send({ method, url, headers }: Target, type: string, body: string) {
  return api.request[method.toLowerCase() as 'post'](url).set(headers).type(type).send(body);
}

const fillIn = (path: string) =>
  path.replaceAll(/\{\w+\}/g, '01990000-0000-7000-8000-000000000000');

async function listApiTargets(): Promise<Target[]> {
  const document = await api.request.get('/api/openapi.json');
  return listOperations(document.body)
    .filter(({ json }) => json !== null)
    .map(({ method, path }) => ({ method, url: `/api${fillIn(path)}`, headers: session }));
}

/** The routes of apps, which also accept nested names in forms. */
function listAppTargets(): Target[] {
  const oauth = ['token', 'revoke', 'introspect'].map((name) => `/oauth/${name}`);
  return [
    ...oauth.map((url) => ({ method: 'POST', url, headers: {} })),
    ...listMastodonRoutes(api.services)
      .filter(({ fields }) => fields !== undefined)
      .map(({ method, path }) => ({ method, url: `/api${fillIn(path)}`, headers: token })),
  ];
}

it('rejects deeply nested JSON on every route with a body', async () => {
  const targets = [...(await listApiTargets()), ...listAppTargets()];
  expect(targets.length).toBeGreaterThan(130);
  const accepted: string[] = [];
  for (const target of targets) {
    for (const depth of depths) {
      const { status } = await send(target, 'json', `{"a":${nest(depth)}}`);
      if (status !== 400) accepted.push(`${target.method} ${target.url} ${depth}: ${status}`);
    }
  }
  expect(accepted).toEqual([]);
});

it('rejects deeply nested names in forms of apps', async () => {
  for (const target of listAppTargets()) {
    for (const depth of [33, 2000]) {
      const name = `a${'[b]'.repeat(depth)}`;
      const { status } = await send(target, 'form', `${name}=x`);
      expect(`${target.url} ${depth}: ${status}`).toBe(`${target.url} ${depth}: 400`);
      const part = `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\nx\r\n--x--\r\n`;
      const form = await send(target, 'multipart/form-data; boundary=x', part);
      expect(`${target.url} ${depth}: ${form.status}`).toBe(`${target.url} ${depth}: 400`);
    }
  }
});

it.each([33, 2000, 20_000])('rejects JSON text in a form field with %d levels', async (depth) => {
  const poll = `{"question":"Which?","options":["a","b"],"durationMinutes":60,"a":${nest(depth)}}`;
  const request = api.request.post('/api/threads').set(session);
  const response = await request.field('content', 'Which?').field('poll', poll);
  const { errors } = expectError(response, 'validation_failed');
  expect(errors).toEqual([{ path: 'poll', message: 'The poll is nested too deeply.' }]);
});

it('ignores nested names in query strings, and repeats none in links', async () => {
  await api.request.post('/api/threads').set(session).field('content', 'A post').expect(201);
  const query = `a${'[b]'.repeat(1000)}=x`;
  await api.request.get(`/api/threads?${query}`).set(session).expect(200);
  const statuses = api.request.get(`/api/v1/timelines/home?${query}`).set(token);
  const { headers } = await statuses.expect(200);
  expect(headers['link']).toMatch(/^<[^?]+\?limit=20&max_id=[^&]+>; rel="next"/);
});
