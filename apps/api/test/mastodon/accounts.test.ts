import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { newId } from '../../src/platform/ids.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { publish } from '../support/factories/publish.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { createUserActions } from '../support/http/user-actions.ts';
import { signInWithApp } from '../oauth/support.ts';
import type { AppSession } from '../oauth/support.ts';
import { accountSchema, credentialAccountSchema, relationshipSchema } from './account-schemas.ts';

let api: TestApi;
let ada: User;
let ben: User;
let app: AppSession;

beforeAll(async () => {
  api = await startTestApi();
  [ada, ben] = [await createUser(api), await createUser(api)];
  app = await signInWithApp(api, ada);
});

afterAll(() => api.close());

const get = (path: string, as = app) => api.request.get(`/api${path}`).set(as.auth);
const post = (path: string, as = app) => api.request.post(`/api${path}`).set(as.auth);
const act = async (id: string, name: string, fields: object = {}) =>
  relationshipSchema.parse(
    (await post(`/v1/accounts/${id}/${name}`).send(fields).expect(200)).body,
  );

describe('accounts', () => {
  it('verify the credentials with the scope profile alone', async () => {
    const profileOnly = await signInWithApp(api, ada, 'profile');
    const response = await get('/v1/accounts/verify_credentials', profileOnly).expect(200);
    expect(credentialAccountSchema.parse(response.body)).toMatchObject({
      id: ada.id,
      acct: ada.username,
      source: { privacy: 'public' },
    });
    expect(response.text).not.toContain(ada.email);
    await get(`/v1/accounts/${ben.id}`, profileOnly).expect(403);
  });

  it('are found by id, name and text', async () => {
    const own = accountSchema.parse((await get(`/v1/accounts/${ben.id}`).expect(200)).body);
    expect(own).toMatchObject({ id: ben.id, url: `http://skein.test/profile/${ben.username}` });
    for (const acct of [ben.username, `@${ben.username}`, `${ben.username}@skein.test`]) {
      const found = await get(`/v1/accounts/lookup?acct=${encodeURIComponent(acct)}`).expect(200);
      expect(found.body).toEqual(own);
    }
    const searched = await get(`/v1/accounts/search?q=${ben.username}`).expect(200);
    expect(z.array(accountSchema).parse(searched.body)[0]).toEqual(own);
    expect((await get(`/v1/accounts?id[]=${ben.id}`)).body).toEqual([own]);
    for (const acct of ['nobody', `${ben.username}@other.example`]) {
      await get(`/v1/accounts/lookup?acct=${acct}`).expect(404);
    }
    for (const id of [newId(), 'x', ben.username]) await get(`/v1/accounts/${id}`).expect(404);
  });

  it('have followers and followed accounts in pages', async () => {
    const user = await createUser(api);
    const followers = [await createUser(api), await createUser(api), await createUser(api)];
    for (const follower of followers) {
      await createUserActions(api).follow(follower, user.id).expect(200);
    }
    const first = await get(`/v1/accounts/${user.id}/followers?limit=2`).expect(200);
    expect(
      z
        .array(accountSchema)
        .parse(first.body)
        .map(({ id }) => id),
    ).toEqual([followers[2]?.id, followers[1]?.id]);
    const next = /<http:\/\/skein\.test\/api([^>]+)>; rel="next"/.exec(first.headers['link'] ?? '');
    const second = await get(next?.[1] ?? '').expect(200);
    expect(second.body).toMatchObject([{ id: followers[0]?.id }]);
    expect(second.headers['link']).toBeUndefined();
    const following = await get(`/v1/accounts/${followers[0]?.id ?? ''}/following`).expect(200);
    expect(following.body).toMatchObject([{ id: user.id }]);
  });
});

describe('relationships', () => {
  it('change with each action', async () => {
    expect(await act(ben.id, 'follow')).toMatchObject({ following: true, showing_reblogs: true });
    expect(await act(ben.id, 'unfollow')).toMatchObject({ following: false });
    expect(await act(ben.id, 'mute')).toMatchObject({ muting: true });
    expect((await get('/v1/mutes').expect(200)).body).toMatchObject([{ id: ben.id }]);
    expect(await act(ben.id, 'unmute')).toMatchObject({ muting: false });
    expect(await act(ben.id, 'block')).toMatchObject({ blocking: true });
    expect((await get('/v1/blocks').expect(200)).body).toMatchObject([{ id: ben.id }]);
    expect(await act(ben.id, 'unblock')).toMatchObject({ blocking: false });
    await createUserActions(api).follow(ben, ada.id).expect(200);
    expect(await act(ben.id, 'remove_from_followers')).toMatchObject({ followed_by: false });
    await post(`/v1/accounts/${newId()}/follow`).expect(404);
    await post(`/v1/accounts/${ada.id}/follow`).expect(422);
  });

  it('notify of new statuses if the app asks for it', async () => {
    const follow = (fields: object) => act(ben.id, 'follow', fields);
    expect(await follow({ notify: true })).toMatchObject({ following: true, notifying: true });
    expect(await follow({})).toMatchObject({ notifying: true });
    await createUserActions(api).remove(ada, `/users/${ben.id}/follow`).expect(200);
    expect(await follow({})).toMatchObject({ notifying: false });
    await follow({ notify: true });
    const status = await publish(api, ben, { fields: { content: 'Fresh bread' } });
    await api.services.notifications.notifyFollowers();
    const listed = await get('/v1/notifications?types[]=status').expect(200);
    expect(listed.body).toMatchObject([{ type: 'status', status: { id: status.id } }]);
    expect(await follow({ notify: false })).toMatchObject({ notifying: false });
    await act(ben.id, 'unfollow');
  });

  it('contain the end of a mute with a duration', async () => {
    const timed = await act(ben.id, 'mute', { duration: 3600 });
    const end = z.object({ muting_expires_at: z.iso.datetime() }).parse(timed).muting_expires_at;
    expect(Math.abs(Date.parse(end) - Date.now() - 3_600_000)).toBeLessThan(60_000);
    expect((await get('/v1/mutes').expect(200)).body).toMatchObject([{ mute_expires_at: end }]);
    const lasting = await act(ben.id, 'mute', { duration: 0 });
    expect(lasting).toMatchObject({ muting: true, muting_expires_at: null });
    await act(ben.id, 'unmute');
  });

  it('of several accounts are listed in order, without unknown ones', async () => {
    const other = await createUser(api);
    const query = [other.id, newId(), ben.id].map((id) => `id[]=${id}`).join('&');
    const response = await get(`/v1/accounts/relationships?${query}`).expect(200);
    const listed = z.array(relationshipSchema).parse(response.body);
    expect(listed.map(({ id }) => id)).toEqual([other.id, ben.id]);
    const single = await get(`/v1/accounts/relationships?id=${ben.id}`).expect(200);
    expect(single.body).toHaveLength(1);
  });

  it('with a private account begin with a request', async () => {
    const user = await createUser(api, { isPrivate: true });
    const own = await signInWithApp(api, user);
    expect(await act(user.id, 'follow')).toMatchObject({ following: false, requested: true });
    const requests = await get('/v1/follow_requests', own).expect(200);
    expect(z.array(accountSchema).parse(requests.body)).toMatchObject([{ id: ada.id }]);
    const path = `/v1/accounts/relationships?id[]=${ada.id}`;
    expect((await get(path, own)).body).toMatchObject([{ requested_by: true }]);
    await post(`/v1/follow_requests/${ben.id}/authorize`, own).expect(404);
    const authorized = await post(`/v1/follow_requests/${ada.id}/authorize`, own).expect(200);
    expect(relationshipSchema.parse(authorized.body).followed_by).toBe(true);
    await post(`/v1/follow_requests/${ada.id}/reject`, own).expect(404);
  });
});

describe('the instance', () => {
  it('is described without a token', async () => {
    for (const path of ['/v1/instance', '/v2/instance']) {
      const { body } = (await api.request.get(`/api${path}`).expect(200)) as { body: unknown };
      expect(body).toMatchObject({
        title: 'Skein',
        version: '4.5.0 (compatible; Skein 0.0.0-test)',
        configuration: {
          statuses: { max_characters: 2000, max_media_attachments: 10 },
          polls: { max_options: 6 },
        },
      });
    }
    await api.request.get('/api/v1/custom_emojis').expect(200, []);
  });

  it('has empty lists, preferences and markers for a new account', async () => {
    const names = ['filters', 'lists', 'announcements', 'followed_tags', 'conversations'];
    for (const name of names) await get(`/v1/${name}`).expect(200, []);
    await get('/v2/filters').expect(200, []);
    expect((await get('/v1/preferences').expect(200)).body).toMatchObject({
      'posting:default:visibility': 'public',
    });
    expect((await get('/v1/markers').expect(200)).body).toEqual({});
  });
});

describe('the search', () => {
  it('finds accounts, statuses and hashtags', async () => {
    const content = 'Marmalade #citrus';
    const created = await post('/v1/statuses').send({ status: content }).expect(200);
    const { id } = created.body as { id: string };
    const search = async (query: string) =>
      (await get(`/v2/search?${query}`).expect(200)).body as Record<string, { id?: string }[]>;
    expect((await search('q=marmalade'))['statuses']).toMatchObject([{ id }]);
    expect((await search('q=%23citr'))['hashtags']).toMatchObject([{ name: 'citrus' }]);
    const accounts = await search(`q=@${ben.username}@skein.test&type=accounts&resolve=true`);
    expect(accounts['accounts']?.[0]).toMatchObject({ id: ben.id });
    expect(accounts['statuses']).toEqual([]);
    const profile = encodeURIComponent(`http://skein.test/profile/${ben.username}`);
    expect((await search(`q=${profile}&resolve=true`))['accounts']?.[0]).toMatchObject({
      id: ben.id,
    });
    const url = encodeURIComponent(`http://skein.test/thread/${id}`);
    expect((await search(`q=${url}&resolve=true`))['statuses']).toMatchObject([{ id }]);
  });
});

describe('errors', () => {
  it('have the format of Mastodon', async () => {
    const unknown = await get('/v1/unknown').expect(404);
    expect(unknown.body).toEqual({
      error: 'Record not found',
      error_description: 'Nothing was found at this address.',
    });
    const unauthorized = await api.request.get('/api/v1/timelines/home').expect(401);
    expect(unauthorized.body).toMatchObject({ error: 'The access token is invalid' });
    const readOnly = await signInWithApp(api, ada, 'read');
    const forbidden = await post('/v1/statuses', readOnly).send({ status: 'x' }).expect(403);
    expect(forbidden.body).toEqual({ error: "This app isn't allowed to do this." });
    const invalid = await post('/v1/statuses').send('{').type('json');
    expect([invalid.status, typeof (invalid.body as { error: unknown }).error]).toEqual([
      400,
      'string',
    ]);
  });

  it('allow other origins', async () => {
    const response = await api.request.options('/api/v1/statuses').expect(204);
    expect(response.headers['access-control-allow-origin']).toBe('*');
    expect(response.headers['access-control-allow-headers']).toContain('Authorization');
  });
});
