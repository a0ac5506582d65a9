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

describe.each(kinds)('two servers that tell each other by %s', (_, relayOf) => {
  let first: TestApi;
  let second: TestApi;

  beforeAll(async () => {
    const settings = { relay: relayOf() };
    first = await startTestApi({ settings });
    second = await startTestApi({ databaseUrl: first.databaseUrl, settings });
    await joined();
  });

  afterAll(async () => {
    await second.close();
    await first.close();
  });

  /** Each hears the other. */
  async function joined(): Promise<void> {
    const ears = [first, second].map(({ services }) => {
      let hasHeard = false;
      const end = services.bus.subscribe({
        onSignal: (signal) => (hasHeard ||= signal.kind === 'typing'),
        onGapEnded: () => undefined,
      });
      return { end, hasHeard: () => hasHeard };
    });
    for (const [index, { services }] of [first, second].entries()) {
      await vi.waitFor(
        () => {
          services.bus.publish({ kind: 'typing', userId: 'a', partnerId: 'b' });
          expect(ears[1 - index]?.hasHeard()).toBe(true);
        },
        { timeout: 20_000 },
      );
    }
    for (const { end } of ears) end();
  }

  const pair = async (): Promise<[User, User]> => [
    await createUser(first),
    await createUser(first),
  ];

  it('bring a hundred messages to both, once and in order', async () => {
    const people = await pair();
    const streams = [await listen(second, people[1]), await listen(second, people[0])];
    const texts = numbered(100);
    await sendAll(first, people, texts.slice(0, 50));
    await sendAll(second, people, texts.slice(50));
    for (const stream of streams) {
      await stream.until('message', 100);
      expect(stream.contents()).toEqual(texts);
    }
  });

  it('go on where the other one left off', async () => {
    const people = await pair();
    const here = await listen(first, people[1]);
    await sendAll(first, people, ['one', 'two']);
    await here.until('message', 2);
    here.disconnect();
    await sendAll(second, people, ['three']);
    const there = await listen(second, people[1], { lastEventId: here.lastId() });
    await sendAll(first, people, ['four']);
    await there.until('message', 2);
    expect(there.contents()).toEqual(['three', 'four']);
  });

  it('tell of what is written, read and taken back', async () => {
    const [ada, ben] = await pair();
    const [adas, bens] = [await listen(second, ada), await listen(second, ben)];
    const chat = createChatClient(first);
    await chat.sendTyping(ada, ben.id).expect(200);
    const { id } = await chat.sendMessage(ada, ben);
    await chat.markRead(ben, id).expect(200);
    await chat.deleteMessage(ada, id).expect(200);
    await chat.updateSettings(ada, ben.id, { isMuted: false }).expect(200);
    expect(await adas.until('conversation')).toEqual([{ partnerId: ben.id }]);
    expect(bens.dataOf('conversation')).toEqual([]);
    await bens.until('typing');
    await bens.until('unsent');
    await adas.until('read');
    await adas.until('unsent');
  });

  it('leave a person five streams in all, the newest', async () => {
    const [person] = await pair();
    const streams = [];
    for (let index = 0; index < 8; index += 1) {
      streams.push(await listen(index % 2 === 0 ? first : second, person));
      if (index < 5) continue;
      const oldest = streams[index - 5];
      await oldest?.untilClosed();
    }
    expect(streams.filter(({ isClosed }) => !isClosed)).toHaveLength(5);
  });

  it('catch up with what was stored while they could not hear each other', async () => {
    const people = await pair();
    const stream = await listen(second, people[1]);
    await sendAll(first, people, ['before']);
    await stream.until('message');
    await loseEachOther(async () => {
      await sendAll(first, people, numbered(30));
    });
    await stream.until('message', 31);
    expect(stream.contents()).toEqual(['before', ...numbered(30)]);
    await joined();
    await sendAll(first, people, ['after']);
    await stream.until('message', 32);
  });

  async function loseEachOther(meanwhile: () => Promise<void>): Promise<void> {
    if (relayOf().kind === 'redis') await redis.stop();
    else {
      await first.database.$executeRaw`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name = 'skein-listener' AND datname = current_database()`;
    }
    await meanwhile();
    if (relayOf().kind === 'redis') await redis.start();
  }
});
