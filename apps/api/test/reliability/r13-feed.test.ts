import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createFeedModule } from '../../src/modules/feed/index.ts';
import { createSearchModule } from '../../src/modules/search/index.ts';
import { selectSkippedUsers } from '../../src/modules/users/index.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createThreadsOn } from '../support/threads-module.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { recordStatements, runLong } from '../support/db/plans.ts';
import { publish } from '../support/factories/publish.ts';
import { createUserActions } from '../support/http/user-actions.ts';

/** The original attack has 300,000 threads; with them, see the medians in the log. */
const floodSize = Number(process.env['FLOOD_THREADS'] ?? 8000);

const lists = {
  feed: '/threads?feed=all',
  following: '/threads?feed=following',
  search: '/threads/search?q=weather&sort=recent',
  relevance: '/threads/search?q=weather',
  hashtag: '/threads/hashtag/weather',
  suggestions: '/hashtags/suggestions?q=weat',
} as const;

let api: TestApi;

beforeAll(async () => {
  // One user posts more than allowed.
  api = await startTestApi({ limits: 'off' });
});

afterAll(() => api.close());

const pageSchema = z.object({ content: z.array(z.unknown()) });
const itemsSchema = z.union([z.array(z.unknown()), pageSchema.transform((page) => page.content)]);

async function read(as: User, list: keyof typeof lists): Promise<unknown[]> {
  const response = await api.request.get(`/api${lists[list]}`).set(as.auth).expect(200);
  return itemsSchema.parse(response.body);
}

const itemSchema = z.object({ id: z.string() });

async function listIds(as: User, list: keyof typeof lists): Promise<string[]> {
  return (await read(as, list)).map((item) => itemSchema.parse(item).id);
}

const post = (as: User, n: number) =>
  publish(api, as, { fields: { content: `The #weather today, number ${n}` } });

/** Inserts this many threads of one user, newer than all others. */
async function flood({ id }: User): Promise<void> {
  const batchSize = 20_000;
  for (let first = 1; first <= floodSize; first += batchSize) {
    const last = Math.min(first + batchSize - 1, floodSize);
    await runLong(api.databaseUrl, [
      Prisma.sql`WITH thread AS (
        INSERT INTO threads (id, author_id, content, hashtags)
        SELECT uuidv7(), ${id}::uuid, 'The #weather, number ' || n, '{weather}'
        FROM generate_series(${first}::int, ${last}::int) n RETURNING id, author_id
      ), link AS (
        INSERT INTO thread_hashtags (hashtag_id, thread_id)
        SELECT (SELECT id FROM hashtags WHERE tag = 'weather'), id FROM thread
      )
      INSERT INTO feed_entries (key, actor_id, thread_id) SELECT id, author_id, id FROM thread`,
    ]);
  }
  await vacuum();
}

const vacuum = () => runLong(api.databaseUrl, [Prisma.sql`VACUUM (ANALYZE)`]);

/** The number of database pages read for a first page of each list. */
async function countPagesRead({ id: userId }: User): Promise<Record<string, number>> {
  const { database, statements } = recordStatements(api.database);
  const threads = createThreadsOn(database, api);
  const viewer = { userId, sessionId: '' };
  const search = createSearchModule({ database, threads });
  const page = { page: 0, size: 20 };
  const readers = {
    feed: () =>
      createFeedModule({ ...api.services, database, threads }).list(viewer, {
        ...page,
        feed: 'all',
      }),
    search: () => search.search(viewer, { ...page, q: 'weather', sort: 'recent' }),
    hashtag: () => search.listHashtagThreads(viewer, { any: ['weather'], all: [], none: [] }, page),
  };
  const pages: Record<string, number> = {};
  for (const [name, run] of Object.entries(readers)) {
    statements.length = 0;
    await run();
    pages[name] = 0;
    for (const statement of statements) pages[name] += await countPages(api.database, statement);
  }
  return pages;
}

async function countPages(database: Database, statement: Prisma.Sql): Promise<number> {
  const [row] = await database.$queryRaw<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }[]>`
    EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${statement}`;
  const plan = row?.['QUERY PLAN'][0].Plan ?? {};
  return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
}

async function logMedians(title: string, as: User): Promise<void> {
  if (process.env['FLOOD_THREADS'] === undefined) return;
  const medians: string[] = [];
  for (const list of Object.keys(lists) as (keyof typeof lists)[]) {
    const times: number[] = [];
    for (let n = 0; n < 9; n += 1) {
      const start = performance.now();
      await read(as, list);
      times.push(performance.now() - start);
    }
    medians.push(`${list} ${times.toSorted((a, b) => a - b)[4]?.toFixed(0)} ms`);
  }
  process.stdout.write(`${title}: ${medians.join(', ')}\n`);
}

describe('many threads of one private user', () => {
  it('do not slow down the lists of the others', async () => {
    const [reader, author, flooder] = [
      await createUser(api),
      await createUser(api),
      await createUser(api),
    ];
    for (let n = 0; n < 25; n += 1) await post(author, n);
    await logMedians('before', reader);
    const before = await countPagesRead(reader);
    const data = { isPrivate: true };
    await api.database.user.update({ where: { id: flooder.id }, data });
    await flood(flooder);

    await logMedians('before the job', reader);
    const pending = await countPagesRead(reader);
    expect(pending['feed']).toBeLessThan((before['feed'] ?? 0) + floodSize / 20);

    await api.services.threads.updateListing();
    await vacuum();
    await logMedians('after the job', reader);
    const after = await countPagesRead(reader);
    for (const [list, pages] of Object.entries(after)) {
      expect({ list, pages }).toSatisfy(() => pages < (before[list] ?? 0) + 300 + floodSize / 40);
    }
    expect(await read(reader, 'feed')).toHaveLength(20);
    expect(await read(reader, 'search')).toHaveLength(10);
    expect(await read(reader, 'suggestions')).toHaveLength(1);
  }, 600_000);
});

describe.each([
  ['private', { isPrivate: true }, { isPrivate: false }],
  ['suspended', { suspendedAt: new Date() }, { suspendedAt: null }],
])('an account that becomes %s, and visible again', (_, hidden, visible) => {
  it('changes its visibility at the next request, whether the job has run or not', async () => {
    const [author, follower, otherUser] = [
      await createUser(api),
      await createUser(api),
      await createUser(api),
    ];
    await createUserActions(api).follow(follower, author.id).expect(200);
    const ids = [(await post(author, 1)).id, (await post(author, 2)).id];
    const change = (data: Prisma.UserUpdateInput) =>
      api.database.user.update({ where: { id: author.id }, data });
    const expectVisible = async (as: User, isVisible: boolean) => {
      for (const list of ['feed', 'search', 'hashtag'] as const) {
        const visibleIds = (await listIds(as, list)).filter((id) => ids.includes(id));
        expect({ list, seen: visibleIds }).toEqual({
          list,
          seen: isVisible ? ids.toReversed() : [],
        });
      }
    };
    const expectHidden = async () => {
      await expectVisible(otherUser, false);
      if ('isPrivate' in hidden) await expectVisible(follower, true);
    };

    await expectVisible(otherUser, true);
    await change(hidden);
    await expectHidden();
    await api.services.threads.updateListing();
    await expectHidden();
    if ('isPrivate' in hidden) {
      ids.push((await post(author, 3)).id);
      await expectHidden();
    }
    await change(visible);
    await expectVisible(otherUser, true);
    await api.services.threads.updateListing();
    await expectVisible(otherUser, true);
    expect(await countUnlisted(author)).toBe(0);
  });
});

/** The number of rows that exclude a user's threads from an index. */
async function countUnlisted({ id }: User): Promise<number> {
  const [row] = await api.database.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM threads thread
      LEFT JOIN feed_entries entry ON entry.key = thread.id
      LEFT JOIN thread_hashtags link ON link.thread_id = thread.id
      JOIN search_documents found ON found.thread_id = thread.id
    WHERE thread.author_id = ${id}::uuid AND (NOT entry.is_listed OR NOT link.is_listed
      OR found.document @@ $$'is:unlisted'$$::tsquery)`;
  return row?.count ?? 0;
}

it('skips a limited number of private accounts that the job has not finished with', async () => {
  const reader = await createUser(api);
  await api.database.$executeRaw`
    INSERT INTO users (id, email, username, name, password_hash, is_private)
    SELECT uuidv7(), n || '@private.example', 'private' || n, 'Private', '', true
    FROM generate_series(1, 1200) n`;
  const skipped = await api.database.$queryRaw<unknown[]>(selectSkippedUsers(reader.id));
  expect(skipped).toHaveLength(1000);
  await api.database.user.deleteMany({ where: { name: 'Private' } });
});

it('keeps tags that an edit adds to an unlisted thread out of the public index', async () => {
  const author = await createUser(api);
  const { id } = await publish(api, author, { fields: { content: 'No tag yet' } });
  await api.database.user.update({ where: { id: author.id }, data: { isPrivate: true } });
  await api.services.threads.updateListing();
  await api.request
    .put(`/api/threads/${id}`)
    .set(author.auth)
    .field('content', 'Now with a #tagbyedit')
    .expect(200);
  const links = await api.database.threadHashtag.findMany({ where: { threadId: id } });
  expect(links).toMatchObject([{ isListed: false }]);

  await api.database.user.update({ where: { id: author.id }, data: { isPrivate: false } });
  await api.services.threads.updateListing();
  expect(await countUnlisted(author)).toBe(0);
});

it('lists all threads that were posted while privacy changed and the job ran', async () => {
  const [author, otherUser] = [await createUser(api), await createUser(api)];
  const root = await post(otherUser, 0);
  const change = (isPrivate: boolean) =>
    api.database.user.update({ where: { id: author.id }, data: { isPrivate } });
  const state = { isPosting: true };
  const posting = Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let n = 0; n < 10; n += 1) {
        await post(author, n);
        const fields = { content: `A reply on the #weather ${n}`, parentThreadId: root.id };
        await publish(api, author, { fields });
      }
    }),
  ).finally(() => {
    state.isPosting = false;
  });
  const toggling = (async () => {
    for (let n = 0; state.isPosting; n += 1) {
      await change(n % 2 === 0);
      await api.services.threads.updateListing();
    }
  })();
  await Promise.all([posting, toggling]);
  await change(false);
  await api.services.threads.updateListing();
  expect(await countUnlisted(author)).toBe(0);
  expect(await api.database.feedEntry.count({ where: { actorId: author.id } })).toBe(40);
});
