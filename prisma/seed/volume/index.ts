import pg from 'pg';
import { dropConstraints } from '../../constraints.ts';
import { loadUsers, loadTexts } from './load-plans.ts';
import { planUsers } from './users.ts';
import { findLandmarks, type VolumeLandmarks } from './readers.ts';
import { readSqlStep, readSqlSteps } from './sql-steps.ts';
import { createTextPlan } from './texts.ts';

export type { VolumeLandmarks, VolumeReader } from './readers.ts';

export interface VolumeSeedOptions {
  /** A migrated database without users. */
  databaseUrl: string;
  /** At least 50. */
  users: number;
  threads: number;
  /** The same seed, sizes and `now` give the same rows. */
  seed: number;
  now: Date;
  log: (line: string) => void;
}

/** The password of all users of a volume seed. */
export const volumePassword = 'skein-volume-seed';
const passwordHash = '$2b$04$p4hQkglMNijhM3sAQ/SlZOXy1JMwu2lE7aTROpB7jUxU8eDMg/POq';

const usersMin = 50;
const spanMs = 180 * 24 * 60 * 60 * 1000;
const excludedTables = ['_prisma_migrations'];

/**
 * Fills an empty database with users and threads of a realistic distribution over the last 180 days:
 * follows, replies, quotes, likes, reposts, media, polls, tags, mentions, privacy, blocks, mutes.
 * Uses one transaction, so that a failure leaves the database unchanged.
 */
export async function seedVolume(options: VolumeSeedOptions): Promise<VolumeLandmarks> {
  if (options.users < usersMin) {
    throw new Error(`A volume seed needs at least ${usersMin} users.`);
  }
  const client = new pg.Client({ connectionString: options.databaseUrl });
  await client.connect();
  try {
    await client.query('BEGIN');
    await emptyTables(client);
    await loadWithoutIndexes(client, () => fill(client, options));
    options.log('Created the indexes.');
    await client.query('COMMIT');
    await client.query('VACUUM (ANALYZE)');
    options.log('Vacuumed and analyzed.');
    return await findLandmarks(client, options.users);
  } finally {
    await client.end();
  }
}

/** Indexes all threads of a database whose `search_documents` are empty, in order of their ids. */
export async function fillSearchDocuments(client: pg.Client): Promise<void> {
  await client.query(readSqlStep('10-search'));
}

/** The known users and threads of a database that was seeded with this many users. */
export async function readLandmarks(
  databaseUrl: string,
  usersCount: number,
): Promise<VolumeLandmarks> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await findLandmarks(client, usersCount);
  } finally {
    await client.end();
  }
}

/**
 * Inserts rows into many tables in the transaction of the caller, without indexes, references and triggers. A statement of
 * the caller has to do the work of the triggers.
 */
export async function loadWithoutIndexes(
  client: pg.Client,
  load: () => Promise<void>,
): Promise<void> {
  await client.query(`
    SET LOCAL work_mem = '256MB';
    SET LOCAL maintenance_work_mem = '512MB';
    SET LOCAL temp_buffers = '64MB';
    SET LOCAL statement_timeout = 0;
    SET LOCAL synchronous_commit = off`);
  const tables = await listTables(client);
  for (const name of tables) await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
  const restoreConstraints = await dropConstraints(client, excludedTables);
  await load();
  await restoreConstraints();
  for (const name of tables) await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
}

async function fill(client: pg.Client, options: VolumeSeedOptions): Promise<void> {
  const { users: usersCount, threads, seed, now, log } = options;
  const users = planUsers(seed, usersCount);
  await loadUsers(client, users);
  await loadTexts(client, createTextPlan(seed, users), threads);
  log('Inserted the texts.');
  const steps = readSqlSteps({
    seed,
    users: usersCount,
    threads,
    now_ms: now.getTime(),
    start_ms: now.getTime() - spanMs,
    password_hash: passwordHash,
  });
  for (const { name, sql } of steps) {
    const start = performance.now();
    await client.query(sql);
    log(`${name}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
  }
}

async function listTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT oid::regclass::text AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND oid <> ALL ($1::regclass[])`,
    [excludedTables],
  );
  return rows.map(({ name }) => name);
}

// Truncating in the same transaction lets PostgreSQL load the tables without WAL.
async function emptyTables(client: pg.Client): Promise<void> {
  const { rows } = await client.query('SELECT FROM users LIMIT 1');
  if (rows.length > 0) throw new Error('A volume seed needs a database without users.');
  await client.query(`TRUNCATE ${(await listTables(client)).join(', ')}`);
}
