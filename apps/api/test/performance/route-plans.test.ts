import { createDatabase } from '@skein/db';
import type { Database, Prisma } from '@skein/db';
import { seedVolume, volumePassword } from '@skein/db/seed/volume';
import { cloneDatabase } from '@skein/db/testing';
import type { Test } from 'supertest';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { explain } from '../support/db/plans.ts';

/**
 * What a request costs, in numbers that are the same on every machine. The budgets are the costs of today, with a few
 * nodes and blocks more for other choices of the planner. Lower them with an improvement, and give the reason in the
 * commit that raises one.
 */
interface Cost {
  /** Nodes in the plans of its statements. PostgreSQL initializes each at every execution, even if it never runs. */
  nodes: number;
  /** Blocks of 8 kB that PostgreSQL reads, with the tables and indexes of triggers. */
  blocks: number;
  /** WAL records that PostgreSQL writes. */
  records: number;
  /** Length of the response. */
  bytes: number;
}

/** Contents of the seeded database that the requests refer to. */
interface Targets {
  /** A popular public user whom the reader does not follow. */
  userId: string;
  username: string;
  plainId: string;
  /** With a file, and with a mention or a poll. */
  richId: string;
  /** The root with the most replies. */
  rootId: string;
  /** The other member of a conversation of the recipient. */
  memberId: string;
}

/** `typical` follows 100 users; `recipient` has notifications and conversations. */
type Reader = 'typical' | 'recipient';

type Send = (request: TestApi['request'], targets: Targets) => Test;

const get =
  (path: (targets: Targets) => string): Send =>
  (request, targets) =>
    request.get(`/api${path(targets)}`);
const post =
  (path: (targets: Targets) => string, body: (targets: Targets) => object): Send =>
  (request, targets) =>
    request.post(`/api${path(targets)}`).send(body(targets));

const routes: [string, Send, Cost, Reader?][] = [
  [
    'one thread',
    get(({ plainId }) => `/threads/${plainId}`),
    { nodes: 20, blocks: 21, records: 0, bytes: 1121 },
  ],
  [
    'one thread with a file and a mention',
    get(({ richId }) => `/threads/${richId}`),
    { nodes: 33, blocks: 33, records: 0, bytes: 1923 },
  ],
  [
    'the feed of all threads',
    get(() => '/threads?feed=all&size=30'),
    { nodes: 125, blocks: 717, records: 0, bytes: 48126 },
  ],
  [
    'the Following feed',
    get(() => '/threads?feed=following&size=30'),
    { nodes: 169, blocks: 987, records: 0, bytes: 48551 },
  ],
  [
    'the threads of a profile',
    get(({ username }) => `/users/${username}/threads?size=30`),
    { nodes: 120, blocks: 358, records: 0, bytes: 22023 },
  ],
  [
    'replies',
    get(({ rootId }) => `/threads/${rootId}/replies?size=30`),
    { nodes: 126, blocks: 628, records: 0, bytes: 43595 },
  ],
  [
    'a search',
    get(() => '/threads/search?q=the'),
    { nodes: 156, blocks: 1990, records: 0, bytes: 16315 },
  ],
  [
    'notifications',
    get(() => '/notifications?size=30'),
    { nodes: 262, blocks: 1720, records: 0, bytes: 56300 },
    'recipient',
  ],
  [
    'the list of conversations',
    get(() => '/chat/conversations'),
    { nodes: 86, blocks: 48, records: 0, bytes: 1288 },
    'recipient',
  ],
  [
    'a conversation',
    get(({ memberId }) => `/chat/conversation/${memberId}?size=30`),
    { nodes: 101, blocks: 106, records: 0, bytes: 23638 },
    'recipient',
  ],
  [
    'publishing a thread',
    post(
      () => '/threads',
      () => ({ content: 'A quiet morning by the harbor.' }),
    ),
    { nodes: 18, blocks: 57, records: 18, bytes: 1109 },
  ],
  [
    'publishing a thread with a hashtag and a mention',
    post(
      () => '/threads',
      ({ username }) => ({ content: `A #quiet morning for @${username}.` }),
    ),
    { nodes: 63, blocks: 128, records: 35, bytes: 1236 },
  ],
  [
    'publishing a reply',
    post(
      () => '/threads',
      ({ plainId: parentThreadId }) => ({
        content: 'A quiet morning.',
        threadType: 'reply',
        parentThreadId,
      }),
    ),
    { nodes: 68, blocks: 103, records: 25, bytes: 1281 },
  ],
  [
    'sending a message',
    post(
      () => '/chat/send',
      ({ userId }) => ({ receiverId: userId, content: 'See you at the station.' }),
    ),
    { nodes: 37, blocks: 104, records: 29, bytes: 669 },
  ],
  [
    'liking a thread',
    post(
      ({ plainId }) => `/threads/${plainId}/like`,
      () => ({ on: true }),
    ),
    { nodes: 54, blocks: 22, records: 3, bytes: 80 },
  ],
  [
    'following a user',
    post(
      ({ userId }) => `/users/${userId}/follow-request`,
      () => ({}),
    ),
    { nodes: 38, blocks: 18, records: 3, bytes: 127 },
  ],
];

const volume = { users: 200, threads: 2000, seed: 1, now: new Date('2026-11-20T12:00:00Z') };

let api: TestApi;
let database: Database;
let dropDatabase: () => Promise<void>;
let targets: Targets;
const authorizations = new Map<Reader, string>();
let statements: Prisma.Sql[] = [];

beforeAll(async () => {
  const clone = await cloneDatabase(inject('templateUrl'));
  dropDatabase = clone.drop;
  const { typical } = await seedVolume({ databaseUrl: clone.url, ...volume, log: () => undefined });
  // One connection, so that its statistics are those of all statements.
  database = createDatabase({ url: clone.url, poolSize: 1, onError: () => undefined });
  // Otherwise the plans depend on whether autovacuum has already run.
  await database.$executeRaw`VACUUM (ANALYZE)`;
  const settings = { database: recordSql(database) };
  api = await startTestApi({ databaseUrl: clone.url, limits: 'off', settings });
  const recipient = await findRecipient(typical.id);
  await signIn('typical', typical.email);
  await signIn('recipient', recipient.email);
  targets = { ...(await findTargets(typical.id)), memberId: recipient.memberId };
  // Plans its statements, which would count for the first request.
  await readStatistics();
});

afterAll(async () => {
  await api.close();
  await database.$disconnect();
  await dropDatabase();
});

/** Statements of transactions and of models, which are few, are not recorded. */
function recordSql(recorded: Database): Database {
  const methods = {
    query: (statement: Prisma.Sql) => {
      statements.push(statement);
      return recorded.query(statement);
    },
    execute: (statement: Prisma.Sql) => {
      statements.push(statement);
      return recorded.execute(statement);
    },
  };
  return new Proxy(recorded, {
    get: (target, name): unknown => Reflect.get(name in methods ? methods : target, name),
  });
}

async function signIn(reader: Reader, email: string): Promise<void> {
  const credentials = { email, password: volumePassword };
  const response = await api.request.post('/api/auth/login').send(credentials);
  const { token } = response.body as { token: string };
  authorizations.set(reader, `Bearer ${token}`);
}

/** The user with the most notifications among those with a conversation of at least 30 messages. */
async function findRecipient(typicalId: string): Promise<{ email: string; memberId: string }> {
  const [found] = await database.$queryRaw<{ email: string; memberId: string }[]>`
    SELECT users.email, partner.user_id AS "memberId"
    FROM users JOIN conversation_members own ON own.user_id = users.id
      JOIN conversations c ON c.id = own.conversation_id AND c.kind = 'direct' AND c.last_seq >= 30
      JOIN conversation_members partner ON partner.conversation_id = c.id AND partner.user_id <> users.id
    WHERE users.id <> ${typicalId}::uuid AND users.suspended_at IS NULL
    ORDER BY (SELECT count(*) FROM notifications WHERE recipient_id = users.id) DESC, users.id, c.id LIMIT 1`;
  if (found === undefined) throw new Error('The volume seed has no conversation.');
  return found;
}

async function findTargets(readerId: string): Promise<Omit<Targets, 'memberId'>> {
  const [found] = await database.$queryRaw<Omit<Targets, 'memberId'>[]>`
    WITH public_author AS MATERIALIZED (
      SELECT id, username, followers_count FROM users
      WHERE NOT is_private AND id <> ${readerId}::uuid
        AND NOT EXISTS (SELECT FROM blocks WHERE users.id IN (blocker_id, blocked_id))
    ), root AS MATERIALIZED (
      SELECT threads.* FROM threads JOIN public_author ON public_author.id = author_id
      WHERE type = 'thread' AND reply_permission = 'ANYONE' AND audience = 'public'
    )
    SELECT stranger.id AS "userId", stranger.username,
      (SELECT id FROM root WHERE content NOT LIKE '%@%' AND link_card_id IS NULL AND replies_count > 0
        AND NOT EXISTS (SELECT FROM media WHERE thread_id = root.id)
        AND NOT EXISTS (SELECT FROM polls WHERE thread_id = root.id) ORDER BY id LIMIT 1) AS "plainId",
      (SELECT id FROM root WHERE EXISTS (SELECT FROM thread_mentions WHERE thread_id = root.id)
        AND EXISTS (SELECT FROM media WHERE thread_id = root.id) ORDER BY id LIMIT 1) AS "richId",
      (SELECT id FROM root ORDER BY replies_count DESC, id LIMIT 1) AS "rootId"
    FROM (SELECT * FROM public_author WHERE NOT EXISTS (SELECT FROM follows
      WHERE follower_id = ${readerId}::uuid AND followee_id = public_author.id)
      ORDER BY followers_count DESC, id LIMIT 1) stranger`;
  if (found === undefined) throw new Error('The volume seed has no public user.');
  return found;
}

/** What the only connection has read and written so far. */
async function readStatistics(): Promise<Pick<Cost, 'blocks' | 'records'>> {
  await database.$executeRaw`SELECT pg_stat_force_next_flush()`;
  const [row] = await database.$queryRaw<Pick<Cost, 'blocks' | 'records'>[]>`
    SELECT (SELECT wal_records FROM pg_stat_get_backend_wal(pg_backend_pid()))::int AS records,
      (SELECT sum(coalesce(hits, 0) + coalesce(reads, 0))
        FROM pg_stat_get_backend_io(pg_backend_pid()) WHERE object = 'relation')::int AS blocks`;
  return row ?? { blocks: 0, records: 0 };
}

async function measure(send: Send, reader: Reader = 'typical') {
  const authorization = authorizations.get(reader) ?? '';
  const request = () => send(api.request, targets).set('Authorization', authorization);
  // The first ones plan the statements and read the catalogs.
  for (let n = 0; n < 3; n += 1) await request();
  const before = await readStatistics();
  statements = [];
  const response = await request();
  const after = await readStatistics();
  expect(response.status).toBeLessThan(300);
  const plans = await Promise.all(
    statements.map(async (statement) => ({
      nodes: (await explain(api.database, statement)).length,
      text: statement.text.replaceAll(/\s+/g, ' ').trim().slice(0, 100),
    })),
  );
  const cost: Cost = {
    nodes: plans.reduce((sum, { nodes }) => sum + nodes, 0),
    blocks: after.blocks - before.blocks,
    records: after.records - before.records,
    bytes: Buffer.byteLength(response.text),
  };
  return { cost, plans };
}

describe('the cost of a request is within its budget:', () => {
  it.each(routes)('%s', async (name, send, budget, reader) => {
    const { cost, plans } = await measure(send, reader);
    const names = Object.keys(budget) as (keyof Cost)[];
    const excess = names.filter((each) => cost[each] > budget[each]);
    const described = plans.map(({ nodes, text }) => `${nodes} nodes: ${text}`).join('\n');
    expect(
      excess,
      `${JSON.stringify(cost)} for ${name}, by these statements:\n${described}`,
    ).toEqual([]);
  });
});
