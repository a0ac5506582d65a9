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
    await fill(client, options);
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

async function fill(client: pg.Client, options: VolumeSeedOptions): Promise<void> {
  const { users: usersCount, threads, seed, now, log } = options;
  await client.query(`
    SET LOCAL work_mem = '256MB';
    SET LOCAL maintenance_work_mem = '512MB';
    SET LOCAL temp_buffers = '64MB';
    SET LOCAL statement_timeout = 0;
    SET LOCAL synchronous_commit = off`);
  const tables = await emptyTables(client);
  // A later step does the work of the triggers for all rows at once.
  for (const name of tables) await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
  const restoreConstraints = await dropConstraints(client, excludedTables);
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
  await restoreConstraints();
  for (const name of tables) await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
  log('Created the indexes.');
}

// Truncating in the same transaction lets PostgreSQL load the tables without WAL.
async function emptyTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ tables: string[]; is_empty: boolean }>(
    `SELECT array_agg(oid::regclass::text) AS tables,
       NOT EXISTS (SELECT FROM users) AS is_empty
     FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
       AND oid <> ALL ($1::regclass[])`,
    [excludedTables],
  );
  const [found] = rows;
  if (found?.is_empty !== true) throw new Error('A volume seed needs a database without users.');
  await client.query(`TRUNCATE ${found.tables.join(', ')}`);
  return found.tables;
}
