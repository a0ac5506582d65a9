import { createHash } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { cloneDatabase, findCounterDrift, type TestDatabase } from '../../testing/index.ts';
import { seedVolume, type VolumeLandmarks } from './index.ts';

const now = new Date('2026-11-20T12:00:00Z');
const databases: TestDatabase[] = [];

async function seed(seedNumber: number) {
  const database = await cloneDatabase(inject('templateUrl'));
  databases.push(database);
  const landmarks = await seedVolume({
    databaseUrl: database.url,
    users: 200,
    threads: 2000,
    seed: seedNumber,
    now,
    log: () => undefined,
  });
  return { url: database.url, landmarks };
}

async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Hash of all rows of all tables. */
async function fingerprint(url: string): Promise<string> {
  const tables = await query<{ name: string }>(
    url,
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> '_prisma_migrations'
     ORDER BY relname`,
  );
  const hash = createHash('sha256');
  for (const { name } of tables) {
    const rows = await query<{ row: string }>(
      url,
      `SELECT t::text AS row FROM ${name} t ORDER BY t::text`,
    );
    hash.update(name).update(rows.map(({ row }) => row).join('\n'));
  }
  return hash.digest('hex');
}

let url: string;
let landmarks: VolumeLandmarks;

beforeAll(async () => {
  ({ url, landmarks } = await seed(1));
}, 60_000);

afterAll(async () => {
  for (const database of databases) await database.drop();
});

it('creates the requested numbers of users and threads', async () => {
  expect(
    await query(
      url,
      `SELECT (SELECT count(*)::int FROM users) AS users, (SELECT count(*)::int FROM threads) AS threads`,
    ),
  ).toEqual([{ users: 200, threads: 2000 }]);
});

it('creates consistent denormalized data', async () => {
  expect(await findCounterDrift(url)).toEqual([]);
  const otherNames = `SELECT id FROM users WHERE folded_names IS DISTINCT FROM search_fold(name || ' @' || username)`;
  expect(await query(url, otherNames)).toEqual([]);
});

it('keeps the keys, foreign keys and indexes of the migrations', async () => {
  const template = await cloneDatabase(inject('templateUrl'));
  databases.push(template);
  const definitions = `
    SELECT conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace
    UNION ALL SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'
    ORDER BY 1, 2`;
  expect(await query(url, definitions)).toEqual(await query(template.url, definitions));
});

it('creates ids that match the timestamps', async () => {
  const mismatched = `
    SELECT id FROM threads WHERE created_at <> ${timeOfId('id')}
    UNION ALL SELECT id FROM reposts WHERE created_at <> ${timeOfId('id')}`;
  expect(await query(url, mismatched)).toEqual([]);
});

function timeOfId(column: string): string {
  return `to_timestamp(('x' || substr(replace(${column}::text, '-', ''), 1, 12))::bit(48)::bigint / 1000.0)::timestamptz(3)`;
}

it('creates replies below their parents', async () => {
  const misplaced = `
    SELECT t.id FROM threads t JOIN threads p ON p.id = t.parent_id
    WHERE t.root_id <> coalesce(p.root_id, p.id) OR t.level <> least(p.level + 1, 5)
      OR t.path COLLATE "C" <= p.path COLLATE "C" OR t.created_at <= p.created_at`;
  expect(await query(url, misplaced)).toEqual([]);
});

it('respects privacy and blocks in replies, quotes, reposts and follows', async () => {
  const violations = `
    SELECT t.id FROM threads t JOIN threads o ON o.id IN (t.parent_id, t.root_id, t.quoted_id)
    JOIN users a ON a.id = o.author_id WHERE a.is_private
    UNION ALL
    SELECT r.id FROM reposts r JOIN threads o ON o.id = r.thread_id
    JOIN users a ON a.id = o.author_id WHERE a.is_private
    UNION ALL
    SELECT f.follower_id FROM follows f JOIN blocks b
    ON (b.blocker_id, b.blocked_id) IN ((f.follower_id, f.followee_id), (f.followee_id, f.follower_id))`;
  expect(await query(url, violations)).toEqual([]);
});

it('numbers the messages of each conversation without gaps', async () => {
  const wrong = `
    SELECT c.id FROM conversations c JOIN messages m ON m.conversation_id = c.id
    GROUP BY c.id HAVING count(*) <> c.last_seq OR max(m.seq) <> c.last_seq
      OR bool_or(position(m.sender_id::text IN c.pair_key) = 0)`;
  expect(await query(url, wrong)).toEqual([]);
  const sizes = 'SELECT count(*)::int AS count, min(last_seq) >= 40 AS are_long FROM conversations';
  expect(await query(url, sizes)).toEqual([{ count: 66, are_long: true }]);
});

it('creates the users that benchmarks sign in as', async () => {
  const ids = [landmarks.typical, landmarks.wide, landmarks.silent, landmarks.hiding];
  const rows = await query<{ following: number; mutes: number; blocks: number }>(
    url,
    `SELECT following_count AS following,
       (SELECT count(*)::int FROM mutes WHERE muter_id = id) AS mutes,
       (SELECT count(*)::int FROM blocks WHERE blocker_id = id) AS blocks
     FROM users WHERE id IN (${ids.map(({ id }) => `'${id}'`).join()}) ORDER BY email`,
  );
  expect(rows).toHaveLength(4);
  expect(rows).toContainEqual({ following: 50, mutes: 0, blocks: 0 });
  expect(rows).toContainEqual({ following: 20, mutes: 0, blocks: 0 });
  expect(rows.filter(({ mutes, blocks }) => mutes === 50 && blocks === 20)).toHaveLength(1);
});

it('creates the same rows from the same seed and different rows from another', async () => {
  const same = await seed(1);
  const other = await seed(2);
  const expected = await fingerprint(url);
  expect(await fingerprint(same.url)).toBe(expected);
  expect(await fingerprint(other.url)).not.toBe(expected);
}, 60_000);

it('rejects a database with users', async () => {
  const secondSeed = seedVolume({
    databaseUrl: url,
    users: 200,
    threads: 2000,
    seed: 1,
    now,
    log: () => undefined,
  });
  await expect(secondSeed).rejects.toThrow('without users');
});
