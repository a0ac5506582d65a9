import { scheduledThreadsMax } from '@skein/contracts/limits';
import { createDatabase } from '@skein/db';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { isOutage } from '../../src/platform/is-outage.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { publish, readThread } from '../support/factories/publish.ts';
import { untilLockWait } from '../support/db/wait-for-lock.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { listThreads } from '../support/list-threads.ts';
import { page, startSite } from '../support/site.ts';
import type { Site } from '../support/site.ts';

let api: TestApi;
let site: Site;
let attacker: User;
let other: User;

beforeAll(async () => {
  site = await startSite();
  api = await startTestApi({
    settings: { fixedSettings: { hasLinkCards: true }, sendRequest: site.sendRequest },
  });
});

beforeEach(async () => {
  attacker = await createUser(api);
  other = await createUser(api);
});

afterAll(async () => {
  await api.close();
  await site.close();
});

describe('link cards', () => {
  it('of another user are fetched although one account publishes 1,000 links', async () => {
    const links = Array.from({ length: 1000 }, (_, n) => ({
      id: newId(),
      url: `${site.address('/slow')}?n=${n}`,
    }));
    const { linkCards } = api.services.threads;
    // One request each, as the account's threads cause them.
    for (const link of links) await linkCards.request(attacker.id, [link]);
    const waiting = await api.database.linkCard.count({ where: { requestedById: attacker.id } });
    expect(waiting).toBe(100);

    site.add('/other', page('Not delayed'));
    const thread = await publish(api, other, { fields: { content: site.address('/other') } });
    const fetched: string[] = [];
    await linkCards.fetchDue(async (cardId) => void fetched.push(cardId));
    expect(site.requested.filter((path) => path === '/other')).toHaveLength(1);
    expect((await readThread(api, other, thread.id)).card).toMatchObject({ title: 'Not delayed' });
    expect(fetched).toHaveLength(1);
  });
});

describe('due threads', () => {
  const inMinutes = (minutes: number) => new Date(api.clock.now().getTime() + minutes * 60_000);

  /** Inserts scheduled threads directly; an account can schedule only a few of them with requests. */
  async function schedule({ id: authorId }: User, count: number, scheduledAt: Date): Promise<void> {
    await api.database.scheduledThread.createMany({
      data: Array.from({ length: count }, (_, n) => ({
        id: newId(),
        authorId,
        scheduledAt,
        content: `Scheduled ${n}`,
        replyPermission: 'ANYONE' as const,
        createdAt: api.clock.now(),
      })),
    });
  }

  const countThreads = async ({ id }: User) => (await listThreads(api.database, id)).length;

  it('of another user are published before the second one of an account with many', async () => {
    await schedule(attacker, 3 * scheduledThreadsMax, inMinutes(1));
    await schedule(other, 1, inMinutes(2));
    api.clock.advance(3 * 60_000);
    const published: string[] = [];
    const unsubscribe = api.services.bus.subscribe({
      onSignal: (signal) => signal.kind === 'thread' && published.push(signal.actorId),
      onGapEnded: () => undefined,
    });
    await api.services.threads.publishDueThreads();
    unsubscribe();
    expect(new Set(published.slice(0, 2))).toEqual(new Set([attacker.id, other.id]));
    expect(await countThreads(attacker)).toBe(3 * scheduledThreadsMax);
    expect(await countThreads(other)).toBe(1);
  });

  it('of another user are published while the account of an earlier one is locked', async () => {
    await schedule(attacker, 5, inMinutes(1));
    await schedule(other, 1, inMinutes(2));
    api.clock.advance(3 * 60_000);
    const locking = createDatabase({
      url: api.databaseUrl,
      poolSize: 1,
      onError: () => undefined,
    });
    await locking.$transaction(
      async (tx) => {
        await tx.$executeRaw`SELECT FROM users WHERE id = ${attacker.id}::uuid FOR UPDATE`;
        await expect(api.services.threads.publishDueThreads()).rejects.toSatisfy(isOutage);
        expect(await countThreads(other)).toBe(1);
        expect(await countThreads(attacker)).toBe(0);
      },
      { timeout: 60_000 },
    );
    await locking.$disconnect();
    await api.services.threads.publishDueThreads();
    expect(await countThreads(attacker)).toBe(5);
  });

  it('of several accounts are published at the same time, those of one account in order', async () => {
    const authors = [attacker, other, await createUser(api)];
    for (const author of authors) await schedule(author, 3, inMinutes(1));
    api.clock.advance(2 * 60_000);
    const locking = createDatabase({
      url: api.databaseUrl,
      poolSize: 1,
      onError: () => undefined,
    });
    const publishing = await locking.$transaction(async (tx) => {
      const ids = authors.map(({ id }) => id);
      await tx.$executeRaw`SELECT FROM users WHERE id = ANY (${ids}::uuid[]) FOR UPDATE`;
      const run = { finished: api.services.threads.publishDueThreads() };
      await untilLockWait(api.database, authors.length);
      return run;
    });
    await locking.$disconnect();
    await publishing.finished;
    for (const author of authors) {
      const threads = await listThreads(api.database, author.id);
      const contents = threads.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map((t) => t.content);
      expect(contents).toEqual(['Scheduled 0', 'Scheduled 1', 'Scheduled 2']);
    }
  });
});
