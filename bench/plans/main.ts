// pnpm bench:plans: checks the plans of the lists on the seeded database. README.md explains it.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { volumePassword } from '@skein/db/seed/volume';
import pg from 'pg';
import { signIn, type ApiClient } from '../api/api-client.ts';
import { readOptions } from '../api/options.ts';
import { describeEnvironment, resultsDirectory, roundNumbers } from '../api/report.ts';
import { startApi } from '../api/servers.ts';
import { openVolumeDatabase, type VolumeDatabase } from '../api/volume-database.ts';
import { findExcess, findFaults, summarize, type Page } from './assess.ts';
import { createLists, type List } from './lists.ts';
import { addRemoteThreads } from './remote-threads.ts';
import { clearPlanSettings, createPlanLog, writePlanSettings } from './plan-log.ts';

const sizes = [10, 50];
const repetitions = 5;
/** A sequential scan of a smaller table is cheaper than an index. */
const largeTableRows = 50_000;

interface ListResult {
  name: string;
  pages: Page[];
  faults: string[];
}

async function run(): Promise<void> {
  const options = readOptions(process.argv.slice(2), process.env);
  const startedAt = new Date();
  await using stack = new AsyncDisposableStack();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stack.disposeAsync().then(() => process.exit(1)));
  }
  // Seeds the database first if it is missing, without logging the plans of the seed.
  const seeded = await openVolumeDatabase({ ...options, log });
  await seeded.stop();
  writePlanSettings(seeded.dataDirectory);
  stack.defer(() => clearPlanSettings(seeded.dataDirectory));
  const database = stack.adopt(await openVolumeDatabase({ ...options, log }), (d) => d.stop());
  const databaseUrl = await database.copy('bench_run');
  const api = stack.adopt(await startApi(databaseUrl, database.dataDirectory), (a) => a.stop());
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  stack.defer(() => client.end());
  const alone = await checkLists(database, client, api.origin);
  const { remote } = options;
  if (remote > 0) {
    report(alone);
    await addRemoteThreads(client, remote, log);
  }
  const results = remote > 0 ? await compareLists(alone, database, client, api.origin) : alone;
  const document = {
    startedAt: startedAt.toISOString(),
    ...describeEnvironment(database.serverVersion),
    parameters: {
      users: options.users,
      threads: options.threads,
      remote: options.remote,
      seed: options.seed,
    },
    results,
  };
  mkdirSync(resultsDirectory, { recursive: true });
  const name = options.name ?? `plans-${options.threads}`;
  const file = path.join(resultsDirectory, `${startedAt.toISOString().slice(0, 10)}-${name}.json`);
  writeFileSync(file, `${JSON.stringify(document, roundNumbers, 2)}\n`);
  report(results);
  console.log(`Written to ${path.relative(process.cwd(), file)}`);
}

/** Lists of this server with threads of other servers, which must not read more. */
async function compareLists(
  alone: readonly ListResult[],
  database: VolumeDatabase,
  client: pg.Client,
  origin: string,
): Promise<ListResult[]> {
  const results = await checkLists(database, client, origin);
  return results.map(({ name, pages, faults }, index) => ({
    name,
    pages,
    faults: [...faults, ...findExcess(alone[index]?.pages ?? [], pages)],
  }));
}

async function checkLists(
  { dataDirectory, landmarks }: VolumeDatabase,
  client: pg.Client,
  origin: string,
): Promise<ListResult[]> {
  const { largeTables, commonTag, activeUsername } = await describeContent(client);
  const planLog = createPlanLog(dataDirectory, client);
  await planLog.waitUntilIdle();
  const results: ListResult[] = [];
  for (const list of createLists({ landmarks, commonTag, activeUsername })) {
    const email =
      list.reader === 'active' ? `${activeUsername}@people.example` : landmarks[list.reader].email;
    const reader = await signIn(origin, { email, password: volumePassword });
    const pages: Page[] = [];
    for (const { size, depth, path: target } of await listRequests(list, reader)) {
      const executed = [];
      await read(origin, reader, target);
      await planLog.readNewStatements();
      for (let i = 0; i < repetitions; i += 1) {
        await read(origin, reader, target);
        executed.push(await planLog.readNewStatements());
      }
      pages.push(summarize({ size, depth }, executed));
    }
    const { name, sortsUpTo } = list;
    results.push({ name, pages, faults: findFaults(pages, { largeTables, sortsUpTo }) });
  }
  return results;
}

async function listRequests(
  list: List,
  reader: ApiClient,
): Promise<{ size: number; depth: number; path: string }[]> {
  const requests = sizes.map((size) => ({ size, depth: 0, path: list.path(size) }));
  if (list.depth === undefined) return requests;
  const cursor = await reader.cursorAtDepth(list.path(100), list.depth);
  if (cursor === null) return requests;
  const [size = 0] = sizes;
  const deep = `${list.path(size)}&cursor=${encodeURIComponent(cursor)}`;
  return [...requests, { size, depth: list.depth, path: deep }];
}

async function read(origin: string, reader: ApiClient, target: string): Promise<void> {
  const { headers } = reader.get(target);
  const response = await fetch(`${origin}${target}`, { headers: { ...headers } });
  const body: unknown = await response.json();
  if (!response.ok) throw new Error(`${target} returned ${response.status}.`);
  const items =
    typeof body === 'object' && body !== null && 'content' in body ? body.content : body;
  // The plan of an empty page is not meaningful.
  if (Array.isArray(items) && items.length === 0) throw new Error(`${target} returned no items.`);
}

async function describeContent(client: pg.Client) {
  const tables = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND reltuples > $1`,
    [largeTableRows],
  );
  const tags = await client.query<{ tag: string }>(
    'SELECT tag FROM hashtags ORDER BY threads_count DESC LIMIT 1',
  );
  const active = await client.query<{ username: string }>(
    `SELECT username FROM users
       JOIN (SELECT user_id AS id, count(*) AS saved FROM bookmarks GROUP BY 1) b USING (id)
       JOIN (SELECT recipient_id AS id, count(*) AS received FROM notifications GROUP BY 1) n USING (id)
     ORDER BY least(threads_count, saved, received) DESC, id LIMIT 1`,
  );
  return {
    activeUsername: active.rows[0]?.username ?? '',
    largeTables: new Set(tables.rows.map(({ name }) => name)),
    commonTag: tags.rows[0]?.tag ?? '',
  };
}

function report(results: readonly ListResult[]): void {
  for (const { name, pages, faults } of results) {
    const measurements = pages.map(({ size, depth, ms, blocks, statements }) => {
      const page = depth === 0 ? `${size}` : `${size} at ${depth}`;
      return `${page}: ${statements.length} statements, ${blocks} blocks, ${ms.toFixed(2)} ms`;
    });
    console.log(`${name.padEnd(32)} ${measurements.join('; ')}`);
    for (const fault of faults) console.log(`  FAULT: ${fault}`);
  }
  if (results.some(({ faults }) => faults.length > 0)) process.exitCode = 1;
}

function log(line: string): void {
  console.log(`${new Date().toISOString().slice(11, 19)} ${line}`);
}

await run();
