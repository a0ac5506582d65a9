import { Prisma } from '@skein/db';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createNotificationsClient } from '../notifications/support.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { timeFactor } from '../support/time-factor.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { runLong } from '../support/db/plans.ts';
import { insertUser } from '../support/factories/threads.ts';

let api: TestApi;
let client: ReturnType<typeof createNotificationsClient>;
let victim: User;
let attacker: User;

beforeAll(async () => {
  // A new account may not mention 30 strangers.
  api = await startTestApi({ limits: 'off' });
  client = createNotificationsClient(api);
});

afterAll(() => api.close());

async function createUsers(): Promise<void> {
  [victim, attacker] = [await createUser(api), await createUser(api)];
}

/** Threads of the attacker, each of which mentions the victim. */
async function mentionOften(count: number): Promise<void> {
  await runLong(api.databaseUrl, [
    Prisma.sql`
      WITH thread AS (
        INSERT INTO threads (id, author_id, content)
        SELECT uuidv7(), ${attacker.id}::uuid, 'Look' FROM generate_series(1, ${count}::int)
        RETURNING id
      )
      INSERT INTO notifications (id, recipient_id, actor_id, type, thread_id)
      SELECT uuidv7(), ${victim.id}::uuid, ${attacker.id}::uuid, 'mention', id FROM thread`,
    Prisma.sql`VACUUM (ANALYZE) threads, notifications`,
  ]);
}

async function getMedian(measure: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < 9; count += 1) {
    const start = performance.now();
    await measure();
    times.push(performance.now() - start);
  }
  return times.toSorted((a, b) => a - b)[4] ?? 0;
}

describe('40,000 unread notifications of one sender', () => {
  beforeAll(async () => {
    await createUsers();
    await mentionOften(40_000);
  });

  afterEach(() => client.remove(victim, `/users/${attacker.id}/mute`));

  it('are counted up to 99 in bounded time, also when the sender is muted', async () => {
    const { notifications } = api.services;
    expect(await client.countUnread(victim)).toBe(99);
    expect(await notifications.summary(victim.id)).toMatchObject({
      unreadCount: 99,
      notification: { type: 'mention' },
    });
    const measureAll = async () => [
      await getMedian(() => client.countUnread(victim)),
      await getMedian(() => notifications.summary(victim.id)),
    ];
    const visibleMs = await measureAll();
    await client.mute(victim, attacker.id).expect(200);
    expect(await client.countUnread(victim)).toBe(0);
    const hiddenMs = await measureAll();
    expect(Math.max(...visibleMs, ...hiddenMs)).toBeLessThan(100 * timeFactor);
  });

  it('leave the list usable while they are hidden', async () => {
    const otherUser = await createUser(api);
    await client.publish(otherUser, { content: `@${victim.username}` });
    await client.mute(victim, attacker.id).expect(200);
    expect((await client.page(victim)).content).toMatchObject([{ type: 'mention' }]);
    let page = await client.page(victim);
    for (let pages = 1; !page.last && pages < 9; pages += 1) {
      page = await client.page(victim, `?cursor=${page.nextCursor}`);
      expect(page.content).toEqual([]);
    }
    expect(page.last).toBe(true);
  });
});

describe('a block', () => {
  const countBetween = () =>
    api.database.notification.count({
      where: {
        OR: [
          { recipientId: victim.id, actorId: attacker.id },
          { recipientId: attacker.id, actorId: victim.id },
        ],
      },
    });

  it('removes the notifications of the two users about each other and no others', async () => {
    await createUsers();
    await mentionOften(6000);
    const attackersThread = await client.publish(attacker, { content: 'Words' });
    await client.like(victim, attackersThread);
    const victimsThread = await client.publish(victim, { content: 'Words' });
    const otherUser = await createUser(api);
    await client.like(otherUser, victimsThread);
    expect(await countBetween()).toBe(6001);

    await client.block(victim, attacker.id).expect(200);
    expect(await countBetween()).toBe(0);
    expect(await client.countUnread(victim)).toBe(1);
    expect(await client.countUnread(attacker)).toBe(0);
    await client.remove(victim, `/users/${attacker.id}/block`).expect(200);
    expect(await client.countUnread(victim)).toBe(1);
  });
});

describe('a thread', () => {
  it('has at most 30 mentions and 30 hashtags, also after an edit', async () => {
    await createUsers();
    const usernames = Array.from({ length: 40 }, (_, number) => `named${number}`);
    for (const username of usernames) await insertUser(api.database, { username });
    const getText = (names: readonly string[]) =>
      names.map((name) => `@${name} #${name}`).join(' ');
    const id = await client.publish(attacker, { content: getText(usernames) });
    const read = async () => {
      const response = await client.read(attacker, `/threads/${id}`).expect(200);
      return response.body as { mentions: unknown[]; hashtags: string[] };
    };
    const countNotified = () => api.database.notification.count({ where: { threadId: id } });
    expect((await read()).mentions).toHaveLength(30);
    expect((await read()).hashtags).toEqual(usernames.slice(0, 30));
    expect(await countNotified()).toBe(30);

    await client.edit(attacker, id, getText(usernames.toReversed()));
    expect((await read()).mentions).toHaveLength(30);
    expect((await read()).hashtags.toSorted()).toEqual(usernames.slice(10).toSorted());
  });
});
