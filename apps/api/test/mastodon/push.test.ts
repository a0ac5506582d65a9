import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { createPushServer, startPushApi } from '../notifications/push-support.ts';
import type { PushApi } from '../notifications/push-support.ts';
import { signInWithApp } from '../oauth/support.ts';
import type { RegisteredApp } from '../oauth/support.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';

let pushApi: PushApi;
let api: TestApi;
let client: PushApi['client'];
let receiver: PushApi['receiver'];
let user: User;
let other: User;
let app: RegisteredApp;
let token: string;
let auth: { Authorization: string };

const path = '/api/v1/push/subscription';
const alerts = { mention: true, favourite: true, follow: true };

beforeAll(async () => {
  pushApi = await startPushApi();
  ({ api, client, receiver } = pushApi);
});

afterAll(() => pushApi.close());

beforeEach(async () => {
  [user, other] = [await createUser(api), await createUser(api)];
  ({ app, token, auth } = await signInWithApp(api, user));
});

async function subscribe(fields: { data?: object; standard?: boolean } = {}, by = auth) {
  const subscription = { ...receiver.subscribe(), standard: fields.standard ?? true };
  const { data = { alerts } } = fields;
  await api.request.post(path).set(by).send({ subscription, data }).expect(200);
  return subscription.endpoint;
}

const sweep = (push?: Parameters<PushApi['sweep']>[0]) => pushApi.sweep(push);

const mention = (text = '') =>
  client.publish(other, { content: `@${user.username} ${text}`.trim() });
const count = () => api.database.appPushSubscription.count({ where: { userId: user.id } });

describe('the push subscription of an app', () => {
  it('is created, read, changed and deleted for one access token', async () => {
    await api.request.get(path).set(auth).expect(404);
    const subscription = receiver.subscribe();
    // As forms send it.
    const created = await api.request
      .post(path)
      .set(auth)
      .type('form')
      .send({
        'subscription[endpoint]': subscription.endpoint,
        'subscription[keys][p256dh]': `${subscription.keys.p256dh}=`,
        'subscription[keys][auth]': `${subscription.keys.auth}==`,
        'data[alerts][mention]': 'true',
        'data[alerts][admin.sign_up]': '1',
        'data[alerts][severed_relationships]': 'true',
        'data[policy]': 'follower',
      })
      .expect(200);
    const key = await api.services.push.getPublicKey();
    const instance = await api.request.get('/api/v2/instance').expect(200);
    expect(instance.body).toMatchObject({ configuration: { vapid: { public_key: key } } });
    expect(created.body).toMatchObject({
      id: expect.any(String) as unknown,
      endpoint: subscription.endpoint,
      standard: false,
      policy: 'follower',
      server_key: key,
      alerts: { mention: true, 'admin.sign_up': true, follow: false, poll: false, status: false },
    });
    const changed = await api.request
      .put(path)
      .set(auth)
      .send({ data: { alerts: { poll: true } } })
      .expect(200);
    expect(changed.body).toMatchObject({
      policy: 'follower',
      alerts: { poll: true, mention: false },
    });
    expect((await api.request.get(path).set(auth).expect(200)).body).toEqual(changed.body);

    const second = await signInWithApp(api, user);
    await api.request.get(path).set(second.auth).expect(404);
    await subscribe({}, second.auth);
    await subscribe({}, second.auth);
    expect(await count()).toBe(2);
    await api.request.delete(path).set(auth).expect(200, {});
    await api.request.delete(path).set(auth).expect(200, {});
    await api.request.put(path).set(auth).send({ data: {} }).expect(404);
    expect(await count()).toBe(1);
  });

  it('requires the scope, an app, valid keys and a permitted endpoint', async () => {
    const subscription = receiver.subscribe();
    const post = (fields: object, by: Record<string, string> = auth) =>
      api.request
        .post(path)
        .set(by)
        .send({ subscription: { ...subscription, ...fields } });
    await post({}, (await signInWithApp(api, user, 'read write follow')).auth).expect(403);
    await post({}, user.auth).expect(403);
    await post({}, {}).expect(401);
    await post({ endpoint: 'x' }).expect(422);
    await post({ keys: { ...subscription.keys, p256dh: 'AAAA' } }).expect(422);
    await post({ keys: {} }).expect(422);
    const strict = createPushServer(api, { pushHosts: ['push.example'] });
    const viewer = { userId: user.id, sessionId: newId(), app: { id: newId(), scopes: ['push'] } };
    for (const endpoint of ['https://127.0.0.1/x', 'https://intranet/x', subscription.endpoint]) {
      const input = { ...subscription, endpoint, accessToken: token, isStandard: true };
      const subscribing = strict.apps.subscribe(viewer, { ...input, alerts: [], policy: 'all' });
      await expect(subscribing).rejects.toThrow('The endpoint must be');
    }
    expect(await count()).toBe(0);
  });

  it.each([
    { standard: true, encoding: 'aes128gcm' },
    { standard: false, encoding: 'aesgcm' },
  ])('gets the message of Mastodon, encrypted with $encoding', async ({ standard, encoding }) => {
    await mention('before the subscription');
    const endpoint = await subscribe({ standard });
    await mention('Hello');
    await sweep();
    await sweep();
    const list = await api.request.get('/api/v1/notifications').set(auth).expect(200);
    const [latest] = list.body as { id: string; account: { avatar: string } }[];
    expect(receiver.messagesAt(endpoint)).toEqual([
      {
        access_token: token,
        preferred_locale: 'en',
        notification_id: latest?.id,
        notification_type: 'mention',
        icon: latest?.account.avatar,
        title: `${other.name} mentioned you`,
        body: `@${user.username} Hello`,
      },
    ]);
    expect(receiver.received.at(-1)?.headers['content-encoding']).toBe(encoding);
  });

  it('gets only the types and users that the app has chosen', async () => {
    const endpoints = {
      follows: await subscribe({ data: { alerts: { follow: true } } }),
      followed: await subscribe(
        { data: { alerts, policy: 'followed' } },
        (await signInWithApp(api, user)).auth,
      ),
      none: await subscribe(
        { data: { alerts, policy: 'none' } },
        (await signInWithApp(api, user)).auth,
      ),
    };
    const friend = await createUser(api);
    await api.request.post(`/api/v1/accounts/${friend.id}/follow`).set(auth).expect(200);
    await mention('from a stranger');
    await client.publish(friend, { content: `@${user.username} from a friend` });
    await sweep();
    const bodiesAt = (endpoint: string) =>
      receiver.messagesAt(endpoint).map((message) => (message as { body: string }).body);
    expect(bodiesAt(endpoints.follows)).toEqual([]);
    expect(bodiesAt(endpoints.none)).toEqual([]);
    expect(bodiesAt(endpoints.followed)).toEqual([`@${user.username} from a friend`]);
  });

  it('is deleted when its endpoint is gone, and with the access token', async () => {
    for (const status of [404, 410]) {
      await subscribe();
      receiver.failureStatuses.push(status);
      await mention();
      await sweep();
      expect(await count()).toBe(0);
      await pushApi.waitForIds();
    }
    const endpoint = await subscribe();
    await api.request
      .post('/oauth/revoke')
      .send({ token, ...app })
      .expect(200);
    await mention();
    await sweep();
    expect(receiver.messagesAt(endpoint)).toEqual([]);
    expect(await count()).toBe(0);
  });

  it('does not store the access token, and ends when the token cannot be decrypted', async () => {
    const endpoint = await subscribe();
    const [row] = await api.database.$queryRaw<{ text: string }[]>`
      SELECT app_push_subscriptions::text || encode(encrypted_token, 'escape') AS text
      FROM app_push_subscriptions WHERE user_id = ${user.id}::uuid`;
    expect(row?.text).not.toContain(token.slice(-20));
    const { jwtSecret } = api.services.settings;
    const otherSecret = createPushServer(api, { jwtSecret: `${jwtSecret}x` });
    await mention();
    await sweep(otherSecret);
    expect(receiver.messagesAt(endpoint)).toEqual([]);
    expect(await count()).toBe(0);
  });
});
