import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeFeedCursor } from '../../src/modules/feed/feed-cursor.ts';
import { createFeedModule } from '../../src/modules/feed/index.ts';
import { createThreadsModule } from '../../src/modules/threads/index.ts';
import type { ThreadsModule } from '../../src/modules/threads/index.ts';
import { newId } from '../../src/shared/ids.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
let statements: Prisma.Sql[];
let threads: ThreadsModule;

beforeAll(async () => {
  api = await startTestApi();
  await fillDatabase(api.database);
  const recording = {
    $queryRaw: (statement: Prisma.Sql) => {
      statements.push(statement);
      return Promise.resolve([]);
    },
  };
  const { clock, container } = api;
  const { media } = container;
  // Reading needs nothing of the database but this.
  const database = recording as unknown as Database;
  threads = createThreadsModule({ database, media, clock, instanceHost: 'skein.test' });
}, 60_000);

afterAll(() => api.close());

const filling = [
  `INSERT INTO users (id, email, username, name, password_hash, is_private)
   SELECT md5('u' || n)::uuid, 'u' || n || '@example.org', 'user' || n, 'Somebody', '-', n % 10 = 0
   FROM generate_series(1, 10000) n`,
  `INSERT INTO follows (follower_id, followee_id)
   SELECT md5('u' || n)::uuid, md5('u' || 1 + (n * 7 + k * 13) % 1000)::uuid
   FROM generate_series(1, 1000) n, generate_series(1, 20) k
   WHERE (n * 7 + k * 13 + 1 - n) % 1000 <> 0 ON CONFLICT DO NOTHING`,
  `INSERT INTO threads (id, author_id, content)
   SELECT uuidv7(n * interval '1 minute'), md5('u' || n)::uuid, repeat('words ', 20)
   FROM generate_series(1, 10000) n`,
  `INSERT INTO threads (id, author_id, content, type, root_id, parent_id, level, path)
   SELECT uuidv7(interval '30 days'), author_id, 'reply', 'reply', id, id, 1, id::text FROM threads`,
  `INSERT INTO feed_entries (key, actor_id, thread_id)
   SELECT id, author_id, id FROM threads WHERE root_id IS NULL`,
  ...['likes', 'bookmarks'].map(
    (table) => `INSERT INTO ${table} (user_id, thread_id)
      SELECT md5('u' || 1 + n % 1000)::uuid, id
      FROM (SELECT id, row_number() OVER () AS n FROM threads) t`,
  ),
  `INSERT INTO reactions (user_id, thread_id, type) SELECT user_id, thread_id, 'wow' FROM likes`,
  `INSERT INTO thread_mentions (user_id, thread_id) SELECT user_id, thread_id FROM likes`,
  `INSERT INTO reposts (id, user_id, thread_id) SELECT thread_id, user_id, thread_id FROM likes`,
  `INSERT INTO polls (id, thread_id, question, expires_at) SELECT id, id, 'Which?', now() FROM threads`,
  `INSERT INTO poll_options (id, poll_id, position, text) SELECT id, id, 0, 'This' FROM polls`,
  `INSERT INTO poll_ballots (poll_id, user_id) SELECT thread_id, user_id FROM likes`,
  `INSERT INTO poll_votes (poll_id, user_id, option_id) SELECT poll_id, user_id, poll_id FROM poll_ballots`,
  `INSERT INTO media (id, owner_id, thread_id, type, storage_key, file_name, mime_type, bytes)
   SELECT id, author_id, id, 'image', id::text, 'original.webp', 'image/webp', 1 FROM threads`,
  ...['blocks (blocker_id, blocked_id)', 'mutes (muter_id, muted_id)'].map(
    (target) => `INSERT INTO ${target} SELECT followee_id, follower_id FROM follows LIMIT 5000`,
  ),
  'ANALYZE',
];

async function fillDatabase(database: Database): Promise<void> {
  for (const statement of filling) await database.$executeRawUnsafe(statement);
}

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: PlanNode[];
}

async function explain(statement: Prisma.Sql): Promise<PlanNode[]> {
  const [row] = await api.database.$queryRaw<{ 'QUERY PLAN': { Plan: PlanNode }[] }[]>(
    Prisma.sql`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${statement}`,
  );
  return (row?.['QUERY PLAN'] ?? []).flatMap(({ Plan }) => flatten(Plan));
}

function flatten(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)];
}

const viewer = { userId: newId(), sessionId: '' };
const cursorOf = (feed: 'all' | 'following') =>
  encodeFeedCursor({ feed, below: newId(), began: newId() });

describe('the plan', () => {
  const feed = () => createFeedModule({ threads });
  const first = { page: 0, size: 30 };
  it.each<[string, () => Promise<unknown>]>([
    ['of the feed of everybody', () => feed().list(viewer, { ...first, feed: 'all' })],
    [
      'of a page below',
      () => feed().list(viewer, { ...first, feed: 'all', cursor: cursorOf('all') }),
    ],
    ['of the feed of followees', () => feed().list(viewer, { ...first, feed: 'following' })],
    [
      'of a page of theirs below',
      () => feed().list(viewer, { ...first, feed: 'following', cursor: cursorOf('following') }),
    ],
    ['of one thread', () => threads.get(viewer, newId()).catch(() => undefined)],
  ])('%s reads no table as a whole', async (_, read) => {
    statements = [];
    await read();
    expect(statements).toHaveLength(1);
    const nodes = (await Promise.all(statements.map(explain))).flat();
    expect(nodes.length).toBeGreaterThan(20);
    const scans = nodes.filter((node) => node['Node Type'] === 'Seq Scan');
    expect(scans.map((node) => node['Relation Name'])).toEqual([]);
  });
});
