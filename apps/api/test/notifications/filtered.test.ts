import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { signInWithApp } from '../oauth/support.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { expectError } from '../support/http/responses.ts';
import { createNotificationsClient, summarize } from './support.ts';

let api: TestApi;
let client: ReturnType<typeof createNotificationsClient>;
let user: User;
let stranger: User;
let thread: string;

beforeAll(async () => {
  api = await startTestApi();
  client = createNotificationsClient(api);
});

afterAll(() => api.close());

/** A user with an old account has liked and mentioned the user. */
beforeEach(async () => {
  [user, stranger] = [await createUser(api), await createUser(api)];
  await api.database.user.update({
    where: { id: stranger.id },
    data: { createdAt: new Date('2020-01-01') },
  });
  thread = await client.publish(user, { content: 'A thread' });
  await client.like(stranger, thread);
  await client.publish(stranger, { content: `@${user.username} Hello` });
});

const setPolicy = (changes: object, by = user) =>
  client.put(by, '/notifications/policy').send(changes);
const listFiltered = async () =>
  (await client.read(user, '/notifications/filtered').expect(200)).body as object[];
const both = ['mention', 'like'];
const listed = async () => (await client.list(user)).map(({ type }) => type);

describe('a policy of notifications', () => {
  it('filters nothing at first, and changes field by field', async () => {
    const policy = {
      filtersNotFollowing: false,
      filtersNotFollowers: false,
      filtersNewAccounts: false,
    };
    expect((await client.read(user, '/notifications/policy')).body).toEqual(policy);
    await client.prefer(user, { like: false }).expect(200);
    await setPolicy({ filtersNewAccounts: true }).expect(200);
    const changed = await setPolicy({ filtersNotFollowers: true }).expect(200);
    expect(changed.body).toMatchObject({
      policy: { ...policy, filtersNotFollowers: true, filtersNewAccounts: true },
    });
    expect((await client.read(user, '/notifications/preferences')).body).toMatchObject({
      like: false,
    });
    expectError(await setPolicy({ filtersAll: true }), 'validation_failed');
    expectError(await api.request.put('/api/notifications/policy'), 'unauthenticated');
  });

  it.each<[string, object, () => PromiseLike<unknown>]>([
    [
      'users you do not follow',
      { filtersNotFollowing: true },
      () => client.follow(user, stranger.id),
    ],
    [
      'users who do not follow you',
      { filtersNotFollowers: true },
      () => client.follow(stranger, user.id),
    ],
  ])('filters notifications of %s, until that changes', async (_, policy, change) => {
    expect(await listed()).toEqual(both);
    await setPolicy(policy).expect(200);
    expect(await listed()).toEqual([]);
    expect(await client.countUnread(user)).toBe(0);
    expect(await listFiltered()).toMatchObject([
      { user: { id: stranger.id }, count: 2, latestThread: { content: `@${user.username} Hello` } },
    ]);
    await change();
    expect((await listed()).slice(-2)).toEqual(both);
    expect(await listFiltered()).toEqual([]);
  });

  it('filters notifications of new accounts', async () => {
    await setPolicy({ filtersNewAccounts: true }).expect(200);
    expect(await listed()).toEqual(both);
    await client.like(await createUser(api), thread);
    expect(await listed()).toEqual(both);
    expect(await listFiltered()).toMatchObject([{ count: 1, latestThread: { id: thread } }]);
  });

  it('does not filter follow requests', async () => {
    await setPolicy({ filtersNotFollowing: true }).expect(200);
    await client.put(user, '/users/me').field('isPrivate', 'true').expect(200);
    await client.follow(stranger, user.id).expect(200);
    expect(await listed()).toEqual(['follow_request']);
  });
});

describe('filtered notifications', () => {
  beforeEach(async () => {
    await setPolicy({ filtersNotFollowing: true }).expect(200);
  });

  it('are accepted, also later ones', async () => {
    await client.post(user, `/notifications/filtered/${stranger.id}/accept`).expect(200);
    await client.repost(stranger, thread);
    expect(await listed()).toEqual(['repost', ...both]);
    expect(await listFiltered()).toEqual([]);
    const unknown = `/notifications/filtered/${newId()}/accept`;
    expectError(await client.post(user, unknown), 'not_found');
  });

  it('are dismissed, but not later ones', async () => {
    const path = `/notifications/filtered/${stranger.id}`;
    await client.remove(user, path).expect(200);
    expect(await listFiltered()).toEqual([]);
    expectError(await client.remove(user, path), 'not_found');
    await client.repost(stranger, thread);
    expect(await listFiltered()).toMatchObject([{ count: 1 }]);
    await setPolicy({ filtersNotFollowing: false }).expect(200);
    expect(summarize(await client.list(user))).toEqual([`repost ${stranger.username}`]);
  });

  it('exclude users that the viewer has muted or blocked', async () => {
    await client.mute(user, stranger.id).expect(200);
    expect(await listFiltered()).toEqual([]);
  });
});

describe('apps', () => {
  it('change the policy, and accept and dismiss the requests of users', async () => {
    const { auth } = await signInWithApp(api, user);
    const get = async (path: string) =>
      (await api.request.get(`/api${path}`).set(auth).expect(200)).body as unknown;
    const send = (path: string, fields: object = {}, method: 'post' | 'patch' = 'post') =>
      api.request[method](`/api${path}`).set(auth).send(fields);
    const changed = await send(
      '/v2/notifications/policy',
      { for_not_following: 'filter' },
      'patch',
    );
    expect(changed.body).toMatchObject({
      for_not_following: 'filter',
      for_private_mentions: 'accept',
      summary: { pending_requests_count: 1, pending_notifications_count: 2 },
    });
    expect(await get('/v1/notifications')).toEqual([]);
    const query = `account_id=${stranger.id}&include_filtered=true`;
    expect(await get(`/v1/notifications?${query}`)).toHaveLength(2);
    const [request] = (await get('/v1/notifications/requests')) as { id: string }[];
    expect(request).toMatchObject({ notifications_count: '2', account: { id: stranger.id } });
    expect(await get(`/v1/notifications/requests/${request?.id}`)).toEqual(request);

    await send(`/v1/notifications/requests/dismiss`, { id: [newId(), stranger.id] }).expect(
      200,
      {},
    );
    expect(await get('/v1/notifications/requests')).toEqual([]);
    await client.repost(stranger, thread);
    await send(`/v1/notifications/requests/${stranger.id}/accept`).expect(200, {});
    expect(await get('/v1/notifications')).toMatchObject([{ type: 'reblog' }]);
    await send(`/v1/notifications/requests/${stranger.id}/dismiss`).expect(404);
  });

  it('change who can send messages with the policy of private mentions', async () => {
    const { auth } = await signInWithApp(api, user);
    const patch = (version: string, fields: object) =>
      api.request.patch(`/api/${version}/notifications/policy`).set(auth).send(fields);
    const readPermission = async () =>
      ((await client.read(user, '/users/me')).body as { messagePermission: string })
        .messagePermission;
    await patch('v1', { filter_private_mentions: true }).expect(200);
    expect(await readPermission()).toBe('requests');
    const dropped = await patch('v2', { for_private_mentions: 'drop' }).expect(200);
    expect(dropped.body).toMatchObject({ for_private_mentions: 'drop' });
    expect(await readPermission()).toBe('following');
    await client.put(user, '/users/me').field('messagePermission', 'nobody').expect(200);
    await patch('v2', { for_private_mentions: 'drop' }).expect(200);
    expect(await readPermission()).toBe('nobody');
    const accepted = await patch('v1', { filter_private_mentions: 'false' }).expect(200);
    expect(accepted.body).toMatchObject({ filter_private_mentions: false });
    expect(await readPermission()).toBe('everyone');
    await patch('v2', { for_limited_accounts: 'accept' }).expect(422);
    await patch('v1', { filter_new_accounts: 'perhaps' }).expect(422);
  });
});
