import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { RelayKind } from '../../src/platform/events/open-bus.ts';
import { createChatClient } from '../chat/support.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { startRedisServer } from '../support/servers/redis-server.ts';
import type { RedisServer } from '../support/servers/redis-server.ts';
import { listen, numbered, sendAll } from './support.ts';

let redis: RedisServer;

beforeAll(async () => {
  redis = await startRedisServer();
});

afterAll(() => redis.stop());

const kinds: [string, () => RelayKind][] = [
  ['PostgreSQL', () => ({ kind: 'postgres' })],
  ['Redis', () => ({ kind: 'redis', url: redis.url })],
];

describe.each(kinds)('two servers connected by %s', (_, getRelay) => {
  let first: TestApi;
  let second: TestApi;

  beforeAll(async () => {
    const settings = { relay: getRelay() };
    // One user sends more messages than allowed.
    first = await startTestApi({ limits: 'off', settings });
    second = await startTestApi({ limits: 'off', databaseUrl: first.databaseUrl, settings });
    await waitUntilConnected();
  });

  afterAll(async () => {
    await second.close();
    await first.close();
  });

  /** Waits until each server receives the other's signals. */
  async function waitUntilConnected(): Promise<void> {
    const subscriptions = [first, second].map(({ services }) => {
      let hasReceived = false;
      const end = services.bus.subscribe({
        onSignal: (signal) => (hasReceived ||= signal.kind === 'typing'),
        onGapEnded: () => undefined,
      });
      return { end, hasReceived: () => hasReceived };
    });
    for (const [index, { services }] of [first, second].entries()) {
      await vi.waitFor(
        () => {
          services.bus.publish({
            kind: 'typing',
            conversationId: 'c',
            userId: 'a',
            userIds: ['b'],
          });
          expect(subscriptions[1 - index]?.hasReceived()).toBe(true);
        },
        { timeout: 20_000 },
      );
    }
    for (const { end } of subscriptions) end();
  }

  const pair = async (): Promise<[User, User]> => [
    await createUser(first),
    await createUser(first),
  ];

  it('deliver a hundred messages to both members once and in order', async () => {
    const users = await pair();
    const streams = [await listen(second, users[1]), await listen(second, users[0])];
    const texts = numbered(100);
    await sendAll(first, users, texts.slice(0, 50));
    await sendAll(second, users, texts.slice(50));
    for (const stream of streams) {
      await stream.until('message', 100);
      expect(stream.contents()).toEqual(texts);
    }
  });

  it('resume a stream of the other server', async () => {
    const users = await pair();
    const here = await listen(first, users[1]);
    await sendAll(first, users, ['one', 'two']);
    await here.until('message', 2);
    here.disconnect();
    await sendAll(second, users, ['three']);
    const there = await listen(second, users[1], { lastEventId: here.lastId() });
    await sendAll(first, users, ['four']);
    await there.until('message', 2);
    expect(there.contents()).toEqual(['three', 'four']);
  });

  it('send events for typing, reading and deleting', async () => {
    const [ada, ben] = await pair();
    const [adasStream, bensStream] = [await listen(second, ada), await listen(second, ben)];
    const chat = createChatClient(first);
    await chat.sendTyping(ada, ben.id).expect(200);
    const { id, conversationId } = await chat.sendMessage(ada, ben);
    await chat.markRead(ben, id).expect(200);
    await chat.deleteMessage(ada, id).expect(200);
    await chat.updateSettings(ada, ben.id, { isMuted: false }).expect(200);
    expect(await adasStream.until('conversation')).toEqual([{ conversationId }]);
    expect(bensStream.getData('conversation')).toEqual([]);
    await bensStream.until('typing');
    await bensStream.until('message.deleted');
    await adasStream.until('read');
    await adasStream.until('message.deleted');
  });

  it('send the messages and events of a group to all members', async () => {
    const [ada, ben] = await pair();
    const eva = await createUser(first);
    const chat = createChatClient(first);
    const { id } = await chat.createGroup(ada, [ben, eva]);
    const streams = [
      await listen(second, ada),
      await listen(first, ben),
      await listen(second, eva),
    ];
    const texts = numbered(20);
    const ids: string[] = [];
    for (const [index, content] of texts.entries()) {
      const server = createChatClient(index % 2 === 0 ? first : second);
      const response = await server
        .sendTo(index % 3 === 0 ? ben : ada, id, { content })
        .expect(201);
      ids.push((response.body as { id: string }).id);
    }
    for (const stream of streams) {
      await stream.until('message', 20);
      expect(stream.contents()).toEqual(texts);
    }
    await chat.sendTyping(ben, id).expect(200);
    await chat.react(ben, ids[0] ?? '', '🧶').expect(200);
    await chat.deleteMessage(ben, ids[0] ?? '').expect(200);
    for (const stream of [streams[0], streams[2]]) {
      expect(await stream?.until('typing')).toEqual([{ conversationId: id, userId: ben.id }]);
      await stream?.until('messageChanged');
      expect(await stream?.until('message.deleted')).toEqual([
        { conversationId: id, messageId: ids[0] },
      ]);
    }
  });

  it('keep the five newest streams of a user', async () => {
    const [user] = await pair();
    const streams = [];
    for (let index = 0; index < 8; index += 1) {
      streams.push(await listen(index % 2 === 0 ? first : second, user));
      if (index < 5) continue;
      const oldest = streams[index - 5];
      await oldest?.untilClosed();
    }
    expect(streams.filter(({ isClosed }) => !isClosed)).toHaveLength(5);
  });

  it('catch up with messages stored while they were disconnected', async () => {
    const users = await pair();
    const stream = await listen(second, users[1]);
    await sendAll(first, users, ['before']);
    await stream.until('message');
    await disconnectServers(async () => {
      await sendAll(first, users, numbered(30));
    });
    await stream.until('message', 31);
    expect(stream.contents()).toEqual(['before', ...numbered(30)]);
    await waitUntilConnected();
    await sendAll(first, users, ['after']);
    await stream.until('message', 32);
  });

  async function disconnectServers(meanwhile: () => Promise<void>): Promise<void> {
    if (getRelay().kind === 'redis') await redis.stop();
    else {
      await first.database.$executeRaw`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name = 'skein-listener' AND datname = current_database()`;
    }
    await meanwhile();
    if (getRelay().kind === 'redis') await redis.start();
  }
});
