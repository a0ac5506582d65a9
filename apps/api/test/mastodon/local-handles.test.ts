import { afterAll, beforeAll, expect, it } from 'vitest';
import { createUserActions } from '../support/http/user-actions.ts';
import { startStatusTestApi } from './status-actions.ts';
import type { StatusTestApi } from './status-actions.ts';

let test: StatusTestApi;

beforeAll(async () => {
  test = await startStatusTestApi();
});

afterAll(() => test.api.close());

it('a handle with the host of the instance mentions the user, in new and edited statuses', async () => {
  const { api, actions, ben, adaApp } = test;
  const mention = { id: ben.id, username: ben.username };
  const status = await actions.publish(adaApp, {
    status: `Hi @${ben.username}@skein.test, not @${ben.username}@skein.test.example`,
  });
  expect(status.mentions).toMatchObject([mention]);
  expect(status.content).toContain(`@${ben.username}@skein.test.example`);
  const plain = await actions.publish(adaApp, { status: 'Hi' });
  const edited = await api.request
    .put(`/api/v1/statuses/${plain.id}`)
    .set(adaApp.auth)
    .send({ status: `Hi @${ben.username}@SKEIN.test` })
    .expect(200);
  expect(edited.body).toMatchObject({ mentions: [mention] });
});

it('a handle with the host of the instance is the receiver of a direct status', async () => {
  const { actions, ben, adaApp } = test;
  const status = await actions.publish(adaApp, {
    status: `@${ben.username}@skein.test A secret`,
    visibility: 'direct',
  });
  expect(status.visibility).toBe('direct');
  expect(status.content).not.toContain('skein.test A secret');
  expect(status.mentions).toMatchObject([{ id: ben.id }]);
});

it('a search finds a blocked user by the exact name only, so that they can be unblocked', async () => {
  const { api, ada, ben, adaApp, actions } = test;
  await createUserActions(api).block(ada, ben.id).expect(200);
  const find = async (q: string) =>
    ((await actions.get(adaApp, `/accounts/search?q=${q}`)).body as { id: string }[]).map(
      ({ id }) => id,
    );
  expect(await find(`@${ben.username}`)).toEqual([ben.id]);
  expect(await find(ben.username.slice(0, -1))).not.toContain(ben.id);
  const all = await api.request.get(`/api/v2/search?q=${ben.username}`).set(adaApp.auth);
  expect(all.body).toMatchObject({ accounts: [{ id: ben.id }] });
  const own = await api.request.get(`/api/users/search?q=${ben.username}`).set(ada.auth);
  expect(own.text).toContain(ben.id);
  const blocked = await api.request.get(`/api/users/search?q=${ada.username}`).set(ben.auth);
  expect(blocked.text).not.toContain(ada.id);
});

it('a file of the wrong type is rejected with a 422', async () => {
  const { api, adaApp } = test;
  const response = await api.request
    .post('/api/v2/media')
    .set(adaApp.auth)
    .attach('file', Buffer.from('#!/bin/sh'), 'a.sh')
    .expect(422);
  expect(response.body).toHaveProperty('error');
});
