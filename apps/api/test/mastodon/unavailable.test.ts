import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { signInWithApp } from '../oauth/support.ts';
import type { AppSession } from '../oauth/support.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { relationshipSchema } from './account-schemas.ts';
import { signInWithMasto } from './support.ts';

let api: TestApi;
let ben: User;
let app: AppSession;

beforeAll(async () => {
  api = await startTestApi();
  ben = await createUser(api);
  app = await signInWithApp(api, await createUser(api));
});

afterAll(() => api.close());

const send = (method: 'get' | 'post' | 'put' | 'delete', path: string, body: object = {}) => {
  const request = api.request[method](`/api${path}`).set(app.auth);
  return method === 'get' ? request : request.send(body);
};
const status = async (text: string) => {
  const response = await send('post', '/v1/statuses', { status: text }).expect(200);
  return (response.body as { id: string }).id;
};

it('rejects what would create something that Skein does not have', async () => {
  const id = await status('Hello');
  const rejected = [
    await send('post', '/v1/domain_blocks', { domain: 'other.example' }),
    await send('post', `/v1/accounts/${ben.id}/pin`),
    await send('post', `/v1/accounts/${ben.id}/endorse`),
    await send('put', `/v1/statuses/${id}/interaction_policy`, { quote_approval_policy: 'nobody' }),
  ];
  for (const response of rejected) {
    expect([response.status, response.text]).toEqual([
      422,
      expect.stringContaining('"error":"Validation failed: ') as unknown,
    ]);
  }
});

it('removes what does not exist without a change', async () => {
  for (const name of ['unpin', 'unendorse']) {
    const { body } = (await send('post', `/v1/accounts/${ben.id}/${name}`).expect(200)) as {
      body: unknown;
    };
    expect(relationshipSchema.parse(body)).toMatchObject({ id: ben.id, endorsed: false });
  }
  await send('delete', '/v1/domain_blocks', { domain: 'other.example' }).expect(200, {});
});

it('returns 404 for unknown accounts, statuses, filters and parts of empty lists', async () => {
  const id = newId();
  const unknown = [
    await send('get', '/v1/instance/terms_of_service'),
    await send('get', '/v1/timelines/link?url=https://a.example'),
    await send('get', `/v1/accounts/${id}/endorsements`),
    await send('post', `/v1/accounts/${id}/pin`),
    await send('post', `/v2/filters/${id}/statuses`),
    await send('put', `/v1/statuses/${id}/interaction_policy`),
    await send('post', `/v1/statuses/${await status('Hallo')}/translate`),
    await send('get', '/v1/annual_reports/2026'),
  ];
  for (const response of unknown) {
    expect([response.status, response.text]).toEqual([
      404,
      expect.stringContaining('"error":"Record not found"') as unknown,
    ]);
  }
});

it('finds the terms of service by the date since when they apply', async () => {
  const { instance, siteSettings } = api.services;
  await instance.pages.save(api.database, 'terms', { version: 0, text: 'Be **kind**.' });
  await siteSettings.load();
  const path = '/v1/instance/terms_of_service';
  const current = await send('get', path).expect(200);
  const { effective_date: date } = current.body as { effective_date: string };
  expect(current.body).toMatchObject({ content: '<p>Be <strong>kind</strong>.</p>' });
  expect((await send('get', `${path}/${date}`).expect(200)).body).toEqual(current.body);
  await send('get', `${path}/2001-01-01`).expect(404);
});

it('shows masto.js empty lists', async () => {
  const masto = await signInWithMasto(api, ben);
  const account = masto.v1.accounts.$select(ben.id);
  expect([
    await masto.v1.endorsements.list(),
    await masto.v1.notifications.requests.list(),
    await masto.v1.domainBlocks.list(),
  ]).toEqual([[], [], []]);
  expect((await account.unpin()).endorsed).toBe(false);
  await expect(account.pin()).rejects.toThrow("Accounts can't be featured on a profile.");
});
