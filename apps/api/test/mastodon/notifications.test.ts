import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { createNotificationsClient } from '../notifications/support.ts';
import { signInWithApp } from '../oauth/support.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';

interface Group {
  group_key: string;
  type: string;
  notifications_count: number;
  most_recent_notification_id: string;
  sample_account_ids: string[];
  status_id?: string;
}

interface Groups {
  accounts: { id: string }[];
  statuses: { id: string }[];
  notification_groups: Group[];
}

let api: TestApi;
let client: ReturnType<typeof createNotificationsClient>;
let user: User;
let fans: User[];
let thread: string;
let auth: { Authorization: string };

beforeAll(async () => {
  api = await startTestApi();
  client = createNotificationsClient(api);
});

afterAll(() => api.close());

beforeEach(async () => {
  user = await createUser(api);
  fans = [
    await createUser(api),
    await createUser(api),
    await createUser(api),
    await createUser(api),
  ];
  ({ auth } = await signInWithApp(api, user));
  thread = await client.publish(user, { content: 'A thread' });
  for (const fan of fans) await client.like(fan, thread);
  await client.publish(fans[0] as User, { content: `@${user.username} Hello` });
});

const get = (path: string, by = auth) => api.request.get(`/api${path}`).set(by);
const post = (path: string, by = auth) => api.request.post(`/api${path}`).set(by);

async function listGroups(query = ''): Promise<Groups> {
  const response = await get(`/v2/notifications${query}`).expect(200);
  return response.body as Groups;
}

async function listTypes(): Promise<string[]> {
  const response = await get('/v1/notifications').expect(200);
  return (response.body as { type: string }[]).map(({ type }) => type);
}

describe('grouped notifications', () => {
  it('contain each account and status once, and link to the next page', async () => {
    const { accounts, statuses, notification_groups: groups } = await listGroups();
    const ids = fans.map(({ id }) => id).toReversed();
    const [mention, favourites] = groups;
    expect(favourites).toMatchObject({
      type: 'favourite',
      notifications_count: 4,
      sample_account_ids: ids.slice(0, 3),
      status_id: thread,
    });
    expect(mention).toMatchObject({ type: 'mention', notifications_count: 1 });
    expect(accounts.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    expect(statuses.map(({ id }) => id)).toEqual([mention?.status_id, thread]);

    const page = await get('/v2/notifications?limit=1').expect(200);
    expect(page.headers['link']).toContain(`max_id=${mention?.most_recent_notification_id}`);
    const filtered = await listGroups('?exclude_types[]=mention&grouped_types[]=follow');
    expect(filtered.notification_groups).toMatchObject([
      { type: 'favourite', notifications_count: 1, sample_account_ids: ids.slice(0, 1) },
    ]);
    expect((await get('/v2/notifications/unread_count').expect(200)).body).toEqual({ count: 2 });
  });

  it('are read one by one by their key, with all accounts', async () => {
    const favourites = (await listGroups()).notification_groups[1];
    const path = `/v2/notifications/${favourites?.group_key}`;
    const single = (await get(path).expect(200)).body as Groups;
    expect(single.notification_groups).toEqual([favourites]);
    const accounts = (await get(`${path}/accounts`).expect(200)).body as { id: string }[];
    expect(accounts.map(({ id }) => id)).toEqual(fans.map(({ id }) => id).toReversed());
    const id = favourites?.most_recent_notification_id;
    await get('/v1/notifications/ffffffff-ffff-ffff-ffff-ffffffffffff').expect(404);
    const notification = await get(`/v1/notifications/${id}`).expect(200);
    expect(notification.body).toMatchObject({ id, type: 'favourite', status: { id: thread } });

    const { auth: ofFan } = await signInWithApp(api, fans[0] as User);
    for (const other of [path, `${path}/accounts`, `/v1/notifications/${id}`]) {
      await get(other, ofFan).expect(404);
    }
    for (const unknown of ['x', newId(), `group-${newId()}`]) {
      await get(`/v2/notifications/${unknown}`).expect(404);
    }
  });
});

describe('notifications', () => {
  it('are dismissed as a group, only by their user', async () => {
    const { notification_groups: groups } = await listGroups();
    const { auth: ofFan } = await signInWithApp(api, fans[0] as User);
    await post(`/v2/notifications/${groups[1]?.group_key}/dismiss`, ofFan).expect(200, {});
    await post('/v1/notifications/clear', ofFan).expect(200, {});
    expect(await listTypes()).toEqual(['mention', 'favourite']);
    await post(`/v2/notifications/${groups[1]?.group_key}/dismiss`).expect(200, {});
    expect(await listTypes()).toEqual(['mention']);
    const id = groups[0]?.most_recent_notification_id;
    await post(`/v1/notifications/${id}/dismiss`).expect(200, {});
    expect(await listTypes()).toEqual([]);
    expect(await api.database.notification.count({ where: { recipientId: user.id } })).toBe(0);
  });

  it('are cleared at once', async () => {
    await post('/v1/notifications/clear').expect(200, {});
    expect(await listTypes()).toEqual([]);
    expect((await get('/v1/notifications/unread_count').expect(200)).body).toEqual({ count: 0 });
  });
});

describe('several statuses and accounts', () => {
  it('are read by their ids, without those that the viewer may not see', async () => {
    const hidden = await createUser(api, { isPrivate: true });
    const hiddenThread = await client.publish(hidden, { content: 'For followers' });
    const second = await client.publish(user, { content: 'Another thread' });
    const list = async (path: string, ids: readonly string[]) => {
      const query = ids.map((id) => `id[]=${id}`).join('&');
      return (await get(`${path}?${query}`).expect(200)).body as { id: string }[];
    };
    const ids = [second, hiddenThread, newId(), 'x', thread, second];
    const statuses = await list('/v1/statuses', ids);
    expect(statuses.map(({ id }) => id)).toEqual([second, thread]);
    const accounts = await list('/v1/accounts', [user.id, newId(), 'x', hidden.id, user.id]);
    expect(accounts.map(({ id }) => id)).toEqual([user.id, hidden.id]);
    expect((await get('/v1/statuses').expect(200)).body).toEqual([]);
    const many = Array.from({ length: 41 }, () => `id[]=${newId()}`).join('&');
    await get(`/v1/statuses?${many}`).expect(422);
  });
});
