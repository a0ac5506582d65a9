import type { Prisma } from '@skein/db';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeFeedCursor } from '../../src/modules/feed/feed-cursor.ts';
import { selectByLookups, selectByScan } from '../../src/modules/feed/following-feed.queries.ts';
import { createFeedModule } from '../../src/modules/feed/index.ts';
import type { ThreadsModule } from '../../src/modules/threads/index.ts';
import { highestId, newId } from '../../src/platform/ids.ts';
import type { TestApi } from '../support/api.ts';
import { createThreadsOn } from '../support/threads-module.ts';
import {
  countRows,
  executePlan,
  explain,
  findSequentialScans,
  recordStatements,
  startFilledApi,
} from '../support/db/plans.ts';

let api: TestApi;
let statements: Prisma.Sql[];
let threads: ThreadsModule;

beforeAll(async () => {
  api = await startFilledApi();
  const recorded = recordStatements(api.database);
  statements = recorded.statements;
  threads = createThreadsOn(recorded.database, api);
}, 60_000);

afterAll(() => api.close());

const viewer = { userId: newId(), sessionId: '' };
const getCursor = (feed: 'all' | 'following') =>
  encodeFeedCursor({ feed, below: newId(), newestKey: newId() });

const manyFollower = { userId: newId(), sessionId: '' };

/** Follows the authors of the newest threads. */
async function followMany(followerId: string): Promise<void> {
  await api.database.$executeRaw`
    INSERT INTO users (id, email, username, name, password_hash)
    VALUES (${followerId}::uuid, 'many@example.org', 'many', 'Many', '-') ON CONFLICT DO NOTHING`;
  await api.database.$executeRaw`
    INSERT INTO follows (follower_id, followee_id)
    SELECT ${followerId}::uuid, actor_id FROM (
      SELECT actor_id FROM feed_entries WHERE is_listed ORDER BY key DESC LIMIT 400
    ) newest ON CONFLICT DO NOTHING`;
}

const followingWindow = {
  below: highestId,
  newestKey: highestId,
  window: 80,
  skip: 0,
  take: 31,
  followsHashtags: true,
};

describe('the Following feed', () => {
  beforeAll(() => followMany(manyFollower.userId));

  const selectBy = {
    lookups: () => selectByLookups(manyFollower.userId, 'follows', followingWindow),
    scan: () => selectByScan(manyFollower.userId, 'follows', followingWindow, 3200),
  };

  it('has the same rows by lookups and by a scan', async () => {
    const byLookups = await api.database.query(selectBy.lookups());
    expect(byLookups.length).toBeGreaterThanOrEqual(31);
    expect(await api.database.query(selectBy.scan())).toEqual(byLookups);
  });

  it('reads few entries of each followee by lookups', async () => {
    const nodes = await executePlan(api.database, selectBy.lookups());
    expect(findSequentialScans(nodes)).toEqual([]);
    const lookups = nodes.filter((node) => node['Relation Name'] === 'feed_entries');
    const indexes = lookups.map((node) => node['Index Name']);
    expect(new Set(indexes)).toEqual(new Set(['feed_entries_actor_id_key_thread_id_idx']));
    // The 400 followees and the reader, then those with entries in the window.
    expect(Math.max(...lookups.map(countRows))).toBeLessThanOrEqual(401);
  });

  it('stops the scan when the window is full', async () => {
    const nodes = await executePlan(api.database, selectBy.scan());
    expect(findSequentialScans(nodes)).toEqual([]);
    const scans = nodes.filter((node) => node['Relation Name'] === 'feed_entries');
    expect(scans).toHaveLength(1);
    expect(Math.max(...scans.map(countRows))).toBeLessThan(200);
  });

  it('returns only a continuation from the start when a scan does not fill the window', async () => {
    const source = selectByScan(manyFollower.userId, 'follows', followingWindow, 20);
    const rows = await api.database.query<{ key: string; position: number }>(source);
    expect(rows).toMatchObject([{ thread_id: null, position: 0, key: highestId }]);
  });
});

describe('the query plan', () => {
  const feed = () => createFeedModule({ ...api.services, database: api.database, threads });
  const first = { page: 0, size: 30 };
  it.each<[string, () => Promise<unknown>]>([
    ['of the feed of everybody', () => feed().list(viewer, { ...first, feed: 'all' })],
    [
      'of the next page of the feed of everybody',
      () => feed().list(viewer, { ...first, feed: 'all', cursor: getCursor('all') }),
    ],
    ['of the feed of followees', () => feed().list(viewer, { ...first, feed: 'following' })],
    [
      'of the next page of the feed of followees',
      () => feed().list(viewer, { ...first, feed: 'following', cursor: getCursor('following') }),
    ],
    [
      'of the feed of a list',
      async () => {
        const { id, ownerId } = await api.database.userList.findFirstOrThrow();
        const owner = { userId: ownerId, sessionId: '' };
        const page = await feed().listOfList(owner, id, first);
        expect(page.content.length).toBeGreaterThan(0);
      },
    ],
    [
      'of the feed of many followees',
      async () => {
        await followMany(manyFollower.userId);
        const page = await feed().list(manyFollower, { ...first, feed: 'following' });
        expect(page.content).toHaveLength(first.size);
      },
    ],
    ['of one thread', () => threads.get(viewer, newId()).catch(() => undefined)],
  ])('%s contains no sequential scan', async (_, read) => {
    statements.length = 0;
    await read();
    expect(statements.length).toBeGreaterThan(0);
    expect(statements.length).toBeLessThanOrEqual(2);
    const nodes = (
      await Promise.all(statements.map((statement) => explain(api.database, statement)))
    ).flat();
    expect(nodes.length).toBeGreaterThan(10);
    expect(findSequentialScans(nodes)).toEqual([]);
  });
});
