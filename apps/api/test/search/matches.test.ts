import { Prisma } from '@skein/db';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gatherMatches } from '../../src/modules/search/gather-matches.ts';
import { createLexemeShares } from '../../src/modules/search/lexeme-shares.queries.ts';
import { readSearchScope } from '../../src/modules/search/search-scope.queries.ts';
import { highestId, lowestIdAt, newId, newIdAt, offsetId } from '../../src/platform/ids.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { recordStatements, runLong } from '../support/db/plans.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { insertFollow, insertUser } from '../support/factories/threads.ts';
import { search } from './support.ts';

/** Several buckets, so that the index is also used within buckets. */
const threadsCount = 24_000;

let api: TestApi;
let viewer: User;
/** The ids of the threads, the oldest first. */
let threadIds: string[];

/** The author of the thread number `n` has the index `n % 7`. */
const relations = ['none', 'none', 'muted', 'blocked', 'followed', 'private', 'suspended'] as const;
const getRelation = (n: number) => relations[n % relations.length] ?? 'none';
/** Each third thread is a reply to the thread before it. */
const isReply = (n: number) => n % 3 === 0 && n > 0;
const isVisible = (n: number) => {
  const seen: string[] = ['none', 'followed'];
  return (
    seen.includes(getRelation(n)) &&
    (!isReply(n) || [...seen, 'muted'].includes(getRelation(n - 1)))
  );
};

beforeAll(async () => {
  api = await startTestApi();
  viewer = await createUser(api);
  const { database } = api;
  const authors = [];
  for (const relation of relations) {
    const isPrivate = relation === 'followed' || relation === 'private';
    const isSuspended = relation === 'suspended';
    const id = await insertUser(database, { isPrivate, isSuspended });
    if (relation === 'followed') await insertFollow(database, viewer.id, id);
    if (relation === 'muted') {
      await database.mute.create({ data: { muterId: viewer.id, mutedId: id } });
    }
    if (relation === 'blocked') {
      await database.block.create({ data: { blockerId: id, blockedId: viewer.id } });
    }
    authors.push(id);
  }
  threadIds = Array.from({ length: threadsCount }, () => newId());
  await runLong(api.databaseUrl, [
    Prisma.sql`
      INSERT INTO threads (id, author_id, content, likes_count, type, root_id, parent_id, level)
      SELECT thread.id, (${authors}::uuid[])[1 + thread.n % 7],
        'common' || repeat(' common', (thread.n % 5)::int) || repeat(' other', (thread.n % 11)::int)
          || CASE WHEN thread.n % 50 = 0 THEN ' rare' ELSE '' END
          || CASE WHEN thread.n < 2000 THEN ' old' ELSE '' END,
        thread.n % 13, CASE WHEN root.id IS NULL THEN 'thread' ELSE 'reply' END::thread_type,
        root.id, root.id, CASE WHEN root.id IS NULL THEN 0 ELSE 1 END
      FROM (SELECT n - 1 AS n, id FROM unnest(${threadIds}::uuid[]) WITH ORDINALITY AS t (id, n)) thread
        LEFT JOIN unnest(${threadIds}::uuid[]) WITH ORDINALITY AS root (id, n)
          ON root.n = thread.n AND thread.n % 3 = 0
      ORDER BY thread.n`,
  ]);
}, 120_000);

afterAll(() => api.close());

/** The visible threads of these numbers, newest first. */
function expectedIds(isMatch: (n: number) => boolean): string[] {
  return threadIds.filter((_, n) => isMatch(n) && isVisible(n)).toReversed();
}

/** Searches as if this share of the documents matched. */
async function gather(
  word: string,
  {
    share,
    fromId = lowestIdAt(0),
    belowId = highestId,
    ...limits
  }: {
    share: number;
    needed: number;
    keep: number;
    isRanked?: boolean;
    fromId?: string;
    belowId?: string;
  },
) {
  const { database, statements } = recordStatements(api.database);
  const range = { fromId, belowId };
  const request = { ...range, afterId: null, from: [], names: [] };
  const scope = await readSearchScope(database, viewer.id, request);
  const query = `'${word}'`;
  const target = { viewerId: viewer.id, ...scope, filter: { ...range, query }, share };
  const ranking = limits.isRanked ? { query, count: 200 } : null;
  const matches = await gatherMatches(database, target, { ...limits, ranking });
  const methods = statements.slice(1).map(({ sql: text, values }) => {
    if (!text.includes('found AS')) return 'scan';
    return values.some((value) => String(value).includes("'in:")) ? 'buckets' : 'index';
  });
  return { ...matches, methods };
}

const first = { needed: 1000, keep: 11 };

describe('the matches of a word', () => {
  it.each([
    ['scans', { share: 1, needed: 1000 }, 'scan'],
    ['the index', { share: 0.00001, needed: threadsCount }, 'index'],
    ['the buckets of the index', { share: 0.25, needed: threadsCount }, 'buckets'],
  ])('are all visible threads that contain it, newest first, by %s', async (_, limits, method) => {
    const { ids, total, methods } = await gather('rare', { ...limits, keep: threadsCount });
    expect(methods).toContain(method);
    expect(ids).toEqual(expectedIds((n) => n % 50 === 0));
    expect(total).toBe(ids.length);
  });

  it('are the same on the first page and in the same order, for common and rare words', async () => {
    for (const isRanked of [false, true]) {
      const scanned = await gather('common', { share: 1, ...first, isRanked });
      const indexed = await gather('common', { share: 0.00001, ...first, isRanked });
      expect([scanned.methods[0], indexed.methods[0]]).toEqual(['scan', 'index']);
      expect({ ...indexed, methods: [] }).toEqual({ ...scanned, methods: [] });
      expect(scanned).toMatchObject({ total: 1000 });
    }
    const { ids } = await gather('common', { share: 1, ...first });
    expect(ids).toEqual(expectedIds(() => true).slice(0, 11));
  });

  it('are ranked among the newest, also if several reads find them', async () => {
    const limits = { needed: 1000, keep: 300, isRanked: true };
    const once = await gather('rare', { share: 0.00001, ...limits });
    const often = await gather('rare', { share: 1, ...limits });
    expect(once.methods).toEqual(['index']);
    expect(often.methods.length).toBeGreaterThan(1);
    expect(often.ids).toEqual(once.ids);
    const byAge = expectedIds((n) => n % 50 === 0);
    expect(new Set(once.ids.slice(0, 200))).toEqual(new Set(byAge.slice(0, 200)));
    expect(once.ids.slice(0, 200)).not.toEqual(byAge.slice(0, 200));
    expect(once.ids.slice(200)).toEqual(byAge.slice(200, 300));
  });

  it('are found although the newest threads do not contain the word', async () => {
    const { ids, methods } = await gather('old', { share: 0.6, needed: 100, keep: 100 });
    expect(methods.slice(0, 3)).toEqual(['scan', 'scan', 'buckets']);
    expect(methods.length).toBeLessThanOrEqual(5);
    expect(ids).toEqual(expectedIds((n) => n < 2000).slice(0, 100));
  });

  it('of a common word take at most three statements, although two thirds are hidden', async () => {
    const { methods, total } = await gather('common', { share: 1, ...first });
    expect(methods.length).toBeLessThanOrEqual(3);
    expect(total).toBe(1000);
  });
});

describe('the matches of a word after old threads of another server have arrived', () => {
  const middle = 12_000;
  let lateId: string;

  beforeAll(async () => {
    lateId = offsetId(threadIds[middle] ?? '', 1);
    for (const id of [newIdAt(Date.UTC(2019, 0)), lateId]) {
      const authorId = await insertUser(api.database);
      await api.database.thread.create({ data: { id, authorId, content: 'late' } });
      await api.database.$executeRaw`INSERT INTO remote_objects (thread_id, uri, has_entry)
        VALUES (${id}::uuid, ${`https://other.example/${id}`}, false)`;
    }
  });

  it.each([1, 0.00001])('are those of any time, if it is expected in %d of all', async (share) => {
    const { ids } = await gather('rare', { share, needed: threadsCount, keep: threadsCount });
    expect(ids).toEqual(expectedIds((n) => n % 50 === 0));
  });

  it('are those since a time', async () => {
    const limits = { share: 0.00001, needed: threadsCount, keep: threadsCount };
    const { ids } = await gather('rare', { ...limits, fromId: lateId });
    expect(ids).toEqual(expectedIds((n) => n % 50 === 0 && n > middle));
    expect((await gather('late', { ...limits, fromId: lateId })).ids).toEqual([lateId]);
  });

  it('are those until a time', async () => {
    const limits = { share: 0.00001, needed: threadsCount, keep: threadsCount };
    const { ids } = await gather('rare', { ...limits, belowId: lateId });
    expect(ids).toEqual(expectedIds((n) => n % 50 === 0 && n <= middle));
    expect((await gather('late', { ...limits, belowId: lateId })).ids).toHaveLength(1);
  });
});

describe('the share of a lexeme', () => {
  it('comes from the statistics of the database, and is at most that of known ones', async () => {
    const before = await createLexemeShares(api.database)();
    expect(before('common')).toBe(1);
    await runLong(api.databaseUrl, [Prisma.sql`ANALYZE search_documents`]);
    const getShare = await createLexemeShares(api.database)();
    expect(getShare('common')).toBeCloseTo(1);
    expect(getShare('rare')).toBeCloseTo(0.02, 2);
    expect(getShare('is:unlisted')).toBeLessThan(1);
    expect(getShare('unheard')).toBeLessThanOrEqual(getShare('rare'));
  });
});

describe('GET /threads/search for a common word', () => {
  it('counts up to 1,000 and returns each thread once over many pages', async () => {
    const expected = expectedIds(() => true);
    const readPages = async (sort: string) => {
      const read: string[] = [];
      let cursor: string | null = null;
      for (let page = 0; page < 4; page += 1) {
        const found = await search(api, viewer, {
          q: 'common',
          sort,
          size: 100,
          ...(cursor !== null && { cursor }),
        });
        expect(found).toMatchObject({ totalElements: 1000, last: false });
        read.push(...found.content.map(({ id }) => id));
        cursor = found.nextCursor;
      }
      return read;
    };
    expect(await readPages('recent')).toEqual(expected.slice(0, 400));
    // The newest 200 are ranked, the others follow by age.
    const byRelevance = await readPages('relevance');
    expect(byRelevance.slice(0, 200).toSorted()).toEqual(expected.slice(0, 200).toSorted());
    expect(byRelevance.slice(200)).toEqual(expected.slice(200, 400));
  });
});
