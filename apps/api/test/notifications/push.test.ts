import { pushedChatSchema, pushMessageSchema } from '@skein/contracts/notifications';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { UnauthenticatedError } from '../../src/platform/errors.ts';
import { lowestIdAt, newId } from '../../src/platform/ids.ts';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { createChatClient } from '../chat/support.ts';
import { isSignedWith } from './push-receiver.ts';
import { createPushServer, startPushApi } from './push-support.ts';
import type { PushApi } from './push-support.ts';

let pushApi: PushApi;
let api: TestApi;
let client: PushApi['client'];
let receiver: PushApi['receiver'];
let author: User;
let other: User;
let thread: string;

beforeAll(async () => {
  pushApi = await startPushApi();
  ({ api, client, receiver } = pushApi);
});

afterAll(() => pushApi.close());

beforeEach(async () => {
  [author, other] = [await createUser(api), await createUser(api)];
  thread = await client.publish(author, { content: `Words ${'and '.repeat(100)}` });
});

const subscribe = (of: User, subscription?: ReturnType<typeof receiver.subscribe>) =>
  pushApi.subscribe(of, subscription);
const sweep = (push?: Parameters<PushApi['sweep']>[0]) => pushApi.sweep(push);
const waitForIds = () => pushApi.waitForIds();
const count = () => api.database.pushSubscription.count({ where: { userId: author.id } });

// First: later tests move the clock by minutes, and ids contain the real time.
describe('a host that the settings do not allow', () => {
  it('is listed for administrators, who allow and reject it', async () => {
    const admin = await createUser(api);
    await api.database.user.update({ where: { id: admin.id }, data: { role: 'admin' } });
    const member = await createUser(api);
    const subscription = receiver.subscribe();
    const endpoint = subscription.endpoint.replace('push.test', 'relay.example.org');
    const send = () =>
      client.post(author, '/notifications/push-subscriptions').send({ ...subscription, endpoint });
    const path = '/admin/push-hosts';
    const set = (isAllowed: boolean, host = 'relay.example.org') =>
      client.put(admin, `${path}/${host}`).send({ isAllowed });
    expectError(await send(), 'validation_failed');
    expectError(await send(), 'validation_failed');
    const listed = (await client.read(admin, path).expect(200)).body as unknown;
    expect(listed).toMatchObject([
      { host: 'relay.example.org', isAllowed: false, rejectedCount: 2 },
    ]);
    expectError(await client.read(member, path), 'forbidden');
    expectError(await api.request.get(`/api${path}`), 'unauthenticated');
    expectError(await set(true, 'unknown.example.org'), 'not_found');

    await set(true).expect(200);
    await send().expect(201);
    await waitForIds();
    await client.like(other, thread);
    await sweep();
    expect(receiver.messagesAt(endpoint)).toHaveLength(1);
    await set(false).expect(200);
    await client.repost(other, thread);
    await waitForIds();
    await sweep();
    expect(receiver.messagesAt(endpoint)).toHaveLength(1);
    expect(await count()).toBe(0);
    const { details } = await api.database.auditEntry.findFirstOrThrow({
      where: { actorId: admin.id },
      orderBy: { id: 'desc' },
    });
    expect(details).toEqual({ pushHost: 'relay.example.org', isAllowed: false });
  });
});

describe('a subscribed browser', () => {
  it('gets an encrypted and signed message once', async () => {
    await client.like(other, thread);
    const { endpoint } = await subscribe(author);
    await sweep();
    expect(receiver.messagesAt(endpoint)).toEqual([]);

    await waitForIds();
    await client.repost(other, thread);
    await sweep();
    await sweep();
    const [message, ...others] = receiver.messagesAt(endpoint);
    expect(others).toEqual([]);
    expect(pushMessageSchema.strict().parse(message)).toMatchObject({
      type: 'repost',
      actorsCount: 1,
      actors: [{ username: other.username }],
      thread: { id: thread, excerpt: expect.stringMatching(/^Words and .{180,}…$/) as unknown },
    });
    const key = await client.read(author, '/notifications/push-key').expect(200);
    const { headers } = receiver.received.at(-1) ?? {};
    const { publicKey } = key.body as { publicKey: string };
    expect(isSignedWith(publicKey, headers?.authorization)).toBe(true);
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' });
  });

  it('gets a message from one of several servers, triggered by signals', async () => {
    const { endpoint } = await subscribe(author);
    const servers = [1, 2, 3].map(() => createPushServer(api));
    await client.like(other, thread);
    await Promise.all(servers.map(sweep));
    expect(receiver.messagesAt(endpoint)).toHaveLength(1);
    await waitForIds();
    const ends = servers.map((push) => push.subscribeToSignals());
    await client.repost(other, thread);
    const messages = () => receiver.messagesAt(endpoint);
    await expect.poll(messages, { timeout: 20_000 }).toHaveLength(2);
    await Promise.all(ends.map((end) => end()));
    expect(receiver.messagesAt(endpoint)).toHaveLength(2);
  });

  it('gets no message for hidden and disabled notifications', async () => {
    const { endpoint } = await subscribe(author);
    const muted = await createUser(api);
    await client.mute(author, muted.id).expect(200);
    await client.prefer(author, { like: false }).expect(200);
    await client.repost(muted, thread);
    await client.like(other, thread);
    await sweep();
    expect(receiver.messagesAt(endpoint)).toEqual([]);
  });

  it('gets chat notifications without the text for unmuted conversations', async () => {
    const { endpoint } = await subscribe(author);
    const write = (content: string) =>
      client.post(other, '/chat/send').send({ receiverId: author.id, content }).expect(201);
    await write('Secret words');
    await sweep();
    expect(receiver.messagesAt(endpoint)).toEqual([]);
    await api.database.conversationMember.updateMany({
      where: { userId: author.id },
      data: { isMuted: false },
    });
    await write('Secret words');
    await write('Secret words again');
    await sweep();
    await sweep();
    const [message, ...others] = receiver.messagesAt(endpoint);
    expect(others).toEqual([]);
    expect(JSON.stringify(message)).not.toMatch(/secret/i);
    expect(pushedChatSchema.strict().parse(message)).toMatchObject({
      count: 3,
      conversation: { title: other.name, username: other.username },
    });
  });
});

it('gets notifications of a group for mentions, and for all messages once it is not muted', async () => {
  const { endpoint } = await subscribe(author);
  const chat = createChatClient(api);
  const group = await chat.createGroup(other, [author]);
  const write = (content: string) => chat.sendTo(other, group.id, { content }).expect(201);
  await write('Secret words');
  await sweep();
  expect(receiver.messagesAt(endpoint)).toEqual([]);
  await write(`Secret @${author.username}`);
  await sweep();
  await chat.updateSettings(author, group.id, { isMuted: false }).expect(200);
  await write('Secret words');
  await sweep();
  await chat.updateSettings(author, group.id, { isMuted: true, isMentionMuted: true }).expect(200);
  await write(`Secret @${author.username}`);
  await sweep();
  const messages = receiver.messagesAt(endpoint);
  expect(JSON.stringify(messages)).not.toMatch(/secret/i);
  const conversation = { conversationId: group.id, title: group.name, username: null };
  expect(messages.map((message) => pushedChatSchema.strict().parse(message))).toMatchObject([
    // With the addition to the group.
    { count: 3, conversation },
    { count: 4, conversation },
  ]);
});

describe('push that is turned on again', () => {
  it('sends nothing that happened while it was off', async () => {
    const { siteSettings } = api.services;
    let hasPush = false;
    const push = createPushServer(api, {
      siteSettings: { ...siteSettings, current: () => ({ ...siteSettings.current(), hasPush }) },
    });
    const { endpoint } = await subscribe(author);
    await client.like(other, thread);
    await createChatClient(api).sendMessage(other, author, { content: 'Old' });
    await sweep(push);
    hasPush = true;
    await sweep(push);
    expect(receiver.messagesAt(endpoint)).toEqual([]);
    await waitForIds();
    await client.repost(other, thread);
    await sweep(push);
    expect(receiver.messagesAt(endpoint)).toMatchObject([{ type: 'repost' }]);
  });
});

describe('a subscription', () => {
  it('is removed when the push service no longer knows it', async () => {
    for (const status of [404, 410]) {
      await subscribe(author);
      receiver.failureStatuses.push(status);
      await client.publish(other, { content: `@${author.username}` });
      await sweep();
      expect(await count()).toBe(0);
    }
  });

  it('is retried later after a failure, without following redirects', async () => {
    const { endpoint } = await subscribe(author);
    receiver.failureStatuses.push(503, 302);
    await client.like(other, thread);
    await sweep();
    await sweep();
    expect(receiver.messagesAt(endpoint)).toEqual([]);
    api.clock.advance(31_000);
    await sweep();
    expect(receiver.messagesAt(endpoint)).toEqual([]);
    api.clock.advance(301_000);
    await sweep();
    expect(receiver.messagesAt(endpoint)).toHaveLength(1);
  });

  it('is removed with its session', async () => {
    const { endpoint } = await subscribe(author);
    await client.post(author, '/auth/logout').expect(200);
    await client.like(other, thread);
    await sweep();
    expect(receiver.messagesAt(endpoint)).toEqual([]);
    expect(await count()).toBe(0);
  });

  it('belongs to one user, who has at most twenty', async () => {
    const first = receiver.subscribe();
    await subscribe(other, first);
    await subscribe(author, first);
    await client.publish(author, { content: `@${other.username}` });
    await sweep();
    expect(receiver.messagesAt(first.endpoint)).toEqual([]);
    for (let number = 0; number < 21; number += 1) await subscribe(author);
    expect(await count()).toBe(20);
    const { endpoint } = first;
    expect(await api.database.pushSubscription.count({ where: { endpoint } })).toBe(0);
  });

  it('can be removed only by its owner', async () => {
    const { id } = await subscribe(author);
    const path = `/notifications/push-subscriptions/${id}`;
    expectError(await client.remove(other, path), 'not_found');
    expectError(await client.remove(author, `${path}x`), 'not_found');
    expectError(await api.request.delete(`/api${path}`), 'unauthenticated');
    await client.remove(author, path).expect(200);
    expectError(await client.remove(author, path), 'not_found');
  });

  it('requires an existing session', async () => {
    const viewer = { userId: author.id, sessionId: newId() };
    const idempotency = { id: newId(), attempt: 'first' } as const;
    const subscribing = api.services.push.subscribe(viewer, idempotency, receiver.subscribe());
    await expect(subscribing).rejects.toThrow(UnauthenticatedError);
  });

  it('requires valid keys', async () => {
    const { endpoint, keys } = receiver.subscribe();
    const notOnCurve = Buffer.alloc(65, 4).toString('base64url');
    for (const invalid of [
      { endpoint: 'x', keys },
      { endpoint, keys: { ...keys, p256dh: notOnCurve } },
      { endpoint, keys: { ...keys, p256dh: 'AAAA' } },
      { endpoint, keys: { ...keys, auth: 'AAAA' } },
      { endpoint },
      {},
    ]) {
      const response = client.post(author, '/notifications/push-subscriptions').send(invalid);
      expectError(await response, 'validation_failed');
    }
  });
});

describe('an event that may have uncommitted predecessors', () => {
  it('is delivered later, while older ones are delivered', async () => {
    const { endpoint } = await subscribe(author);
    await client.like(other, thread);
    await client.repost(other, thread);
    const types = () =>
      receiver.messagesAt(endpoint).map((message) => pushMessageSchema.parse(message).type);
    const recent = lowestIdAt(api.clock.now().getTime() + 60_000);
    await api.database.notification.updateMany({
      where: { recipientId: author.id, type: 'repost' },
      data: { id: recent.replace('-0000-0000-', '-7000-8000-') },
    });
    api.clock.advance(30_000);
    await sweep();
    expect(types()).toEqual(['like']);
    api.clock.advance(60_000);
    await sweep();
    expect(types()).toEqual(['like', 'repost']);
  });
});

describe('a restricted server', () => {
  it('connects to public addresses only', async () => {
    const { id, endpoint } = await subscribe(author);
    await api.database.pushSubscription.update({
      where: { id },
      data: { endpoint: endpoint.replace('push.test', '127.0.0.1') },
    });
    await client.like(other, thread);
    await sweep(createPushServer(api, { pushHosts: ['*'] }));
    expect(receiver.messagesAt(endpoint)).toEqual([]);
    expect(await count()).toBe(0);
  });
});

describe('the VAPID keys', () => {
  it('are the same on all servers that generate them concurrently', async () => {
    const emptyApi = await startTestApi();
    const servers = [1, 2, 3].map(() => createPushServer(emptyApi));
    const keys = await Promise.all(servers.map((push) => push.getPublicKey()));
    expect(new Set(keys).size).toBe(1);
    expect(Buffer.from(keys[0] ?? '', 'base64url')).toHaveLength(65);
    await emptyApi.close();
  });
});
