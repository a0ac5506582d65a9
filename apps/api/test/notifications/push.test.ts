import { pushedChatSchema, pushMessageSchema } from '@skein/contracts/notifications';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPushModule } from '../../src/modules/notifications/index.ts';
import { UnauthenticatedError } from '../../src/platform/errors.ts';
import { lowestIdAt, newId } from '../../src/platform/ids.ts';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { isSignedWith, startPushReceiver } from './push-receiver.ts';
import { createNotificationActs } from './support.ts';

let api: TestApi;
let acts: ReturnType<typeof createNotificationActs>;
let receiver: Awaited<ReturnType<typeof startPushReceiver>>;
let author: User;
let other: User;
let thread: string;

type Subscription = ReturnType<typeof receiver.subscribe>;

beforeAll(async () => {
  receiver = await startPushReceiver();
  api = await startTestApi({ settings: { isPushUnrestricted: true } });
  acts = createNotificationActs(api);
});

afterAll(async () => {
  await api.close();
  await receiver.stop();
});

beforeEach(async () => {
  [author, other] = [await createUser(api), await createUser(api)];
  thread = await acts.publish(author, { content: `Words ${'and '.repeat(100)}` });
});

async function subscribe(of: User, subscription: Subscription = receiver.subscribe()) {
  const path = '/notifications/push-subscriptions';
  const answer = await acts.post(of, path).send(subscription).expect(201);
  return { ...subscription, id: (answer.body as { id: string }).id };
}

/** Acts of this very millisecond count as under way. */
async function sweep(push = api.services.push): Promise<void> {
  api.clock.advance(10);
  await push.sweep();
  await push.whenIdle();
}

/** They go by the real time, of which the clock is ahead: what comes now is not told already. */
async function letIdsCatchUp(): Promise<void> {
  const told = lowestIdAt(api.clock.now().getTime());
  await expect.poll(() => newId() > told, { interval: 5 }).toBe(true);
}

const count = () => api.database.pushSubscription.count({ where: { userId: author.id } });

describe('a subscribed browser', () => {
  it('is told what is new, encrypted and signed, once', async () => {
    await acts.like(other, thread);
    const { endpoint } = await subscribe(author);
    await sweep();
    expect(receiver.messagesAt(endpoint)).toEqual([]);

    await letIdsCatchUp();
    await acts.repost(other, thread);
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
    const key = await acts.read(author, '/notifications/push-key').expect(200);
    const { headers } = receiver.received.at(-1) ?? {};
    const { publicKey } = key.body as { publicKey: string };
    expect(isSignedWith(publicKey, headers?.authorization)).toBe(true);
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' });
  });

  it('is told by one of several servers, and by signals alone', async () => {
    const { endpoint } = await subscribe(author);
    const { bus, notifications, settings } = api.services;
    const servers = [1, 2, 3].map(() => createPushModule({ ...settings, bus, notifications }));
    await acts.like(other, thread);
    await Promise.all(servers.map(sweep));
    expect(receiver.messagesAt(endpoint)).toHaveLength(1);
    await letIdsCatchUp();
    const ends = servers.map((server) => server.subscribeToSignals());
    await acts.repost(other, thread);
    await expect.poll(() => receiver.messagesAt(endpoint)).toHaveLength(2);
    await Promise.all(ends.map((end) => end()));
    expect(receiver.messagesAt(endpoint)).toHaveLength(2);
  });

  it('is told nothing of what its owner does not see or want', async () => {
    const { endpoint } = await subscribe(author);
    const muted = await createUser(api);
    await acts.mute(author, muted.id).expect(200);
    await acts.prefer(author, { like: false }).expect(200);
    await acts.repost(muted, thread);
    await acts.like(other, thread);
    await sweep();
    expect(receiver.messagesAt(endpoint)).toEqual([]);
  });

  it('is told of messages where notifications are on, and not what they say', async () => {
    const { endpoint } = await subscribe(author);
    const write = (content: string) =>
      acts.post(other, '/chat/send').send({ receiverId: author.id, content }).expect(201);
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
      sender: { id: other.id, username: other.username },
    });
  });
});

describe('a subscription', () => {
  it('ends where the push service knows it no more', async () => {
    for (const status of [404, 410]) {
      await subscribe(author);
      receiver.refusals.push(status);
      await acts.publish(other, { content: `@${author.username}` });
      await sweep();
      expect(await count()).toBe(0);
    }
  });

  it('is tried again after a failure, a little later, and no redirect is followed', async () => {
    const { endpoint } = await subscribe(author);
    receiver.refusals.push(503, 302);
    await acts.like(other, thread);
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

  it('ends with its session', async () => {
    const { endpoint } = await subscribe(author);
    await acts.post(author, '/auth/logout').expect(200);
    await acts.like(other, thread);
    await sweep();
    expect(receiver.messagesAt(endpoint)).toEqual([]);
    expect(await count()).toBe(0);
  });

  it('is of one person at a time, and of twenty at most', async () => {
    const first = receiver.subscribe();
    await subscribe(other, first);
    await subscribe(author, first);
    await acts.publish(author, { content: `@${other.username}` });
    await sweep();
    expect(receiver.messagesAt(first.endpoint)).toEqual([]);
    for (let number = 0; number < 21; number += 1) await subscribe(author);
    expect(await count()).toBe(20);
    const { endpoint } = first;
    expect(await api.database.pushSubscription.count({ where: { endpoint } })).toBe(0);
  });

  it('is ended by its owner alone', async () => {
    const { id } = await subscribe(author);
    const path = `/notifications/push-subscriptions/${id}`;
    expectError(await acts.remove(other, path), 'not_found');
    expectError(await acts.remove(author, `${path}x`), 'not_found');
    expectError(await api.request.delete(`/api${path}`), 'unauthenticated');
    await acts.remove(author, path).expect(200);
    expectError(await acts.remove(author, path), 'not_found');
  });

  it('needs a session that is still there', async () => {
    const viewer = { userId: author.id, sessionId: newId() };
    const idempotency = { id: newId(), attempt: 'first' } as const;
    const subscribing = api.services.push.subscribe(viewer, idempotency, receiver.subscribe());
    await expect(subscribing).rejects.toThrow(UnauthenticatedError);
  });

  it('needs a point of the curve and a secret', async () => {
    const { endpoint, keys } = receiver.subscribe();
    const off = Buffer.alloc(65, 4).toString('base64url');
    for (const wrong of [
      { endpoint: 'x', keys },
      { endpoint, keys: { ...keys, p256dh: off } },
      { endpoint, keys: { ...keys, p256dh: 'AAAA' } },
      { endpoint, keys: { ...keys, auth: 'AAAA' } },
      { endpoint },
      {},
    ]) {
      const answer = acts.post(author, '/notifications/push-subscriptions').send(wrong);
      expectError(await answer, 'validation_failed');
    }
  });
});

describe('what may have others before it that are still under way', () => {
  it('waits, also when something older is told', async () => {
    const { endpoint } = await subscribe(author);
    await acts.like(other, thread);
    await acts.repost(other, thread);
    const types = () =>
      receiver.messagesAt(endpoint).map((message) => pushMessageSchema.parse(message).type);
    const young = lowestIdAt(api.clock.now().getTime() + 60_000);
    await api.database.notification.updateMany({
      where: { recipientId: author.id, type: 'repost' },
      data: { id: young.replace('-0000-0000-', '-7000-8000-') },
    });
    api.clock.advance(30_000);
    await sweep();
    expect(types()).toEqual(['like']);
    api.clock.advance(60_000);
    await sweep();
    expect(types()).toEqual(['like', 'repost']);
  });
});

describe('the network', () => {
  it('is asked for public addresses alone', async () => {
    const { settings, bus, notifications } = api.services;
    const strict = createPushModule({
      ...settings,
      bus,
      notifications,
      isPushUnrestricted: false,
    });
    const { endpoint } = await subscribe(author);
    await acts.like(other, thread);
    // Older than what may be under way.
    api.clock.advance(5000);
    await sweep(strict);
    expect(receiver.messagesAt(endpoint)).toEqual([]);
    expect(await count()).toBe(0);
  });
});

describe('the keys', () => {
  it('are the same on all servers that make them at once', async () => {
    const fresh = await startTestApi();
    const { bus, notifications, settings } = fresh.services;
    const servers = [1, 2, 3].map(() => createPushModule({ ...settings, bus, notifications }));
    const keys = await Promise.all(servers.map((server) => server.getPublicKey()));
    expect(new Set(keys).size).toBe(1);
    expect(Buffer.from(keys[0] ?? '', 'base64url')).toHaveLength(65);
    await fresh.close();
  });
});
