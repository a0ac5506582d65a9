// pnpm bench:plans: checks the plans of the lists on the seeded database. README.md explains it.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { volumePassword } from '@skein/db/seed/volume';
import pg from 'pg';
import { signIn, type ApiClient } from '../api/api-client.ts';
import { readOptions } from '../api/options.ts';
import { describeEnvironment, resultsDirectory, roundNumbers } from '../api/report.ts';
import { startApi } from '../api/servers.ts';
import { embeddedClusterDirectory, postgresCpuTime, type ReadCpuTime } from '../api/cpu-time.ts';
import { prepareCopy } from '../api/prepare-copy.ts';
import { openVolumeDatabase, queryDatabase, type VolumeDatabase } from '../api/volume-database.ts';
import { findExcess, findFaults, median, summarize, type Page } from './assess.ts';
import { createLists, type List, type ListTargets } from './lists.ts';
import { addRemoteThreads } from './remote-threads.ts';
import { createPlanLog, startPlanLog, stopPlanLog } from './plan-log.ts';

const sizes = [10, 50];
const repetitions = 5;
/** A sequential scan of a smaller table is cheaper than an index. */
const largeTableRows = 50_000;

/** Requests whose CPU time is measured together, and how often. */
const cpuRequests = 10;
const cpuRounds = 7;

interface MeasuredPage extends Page {
  read: () => Promise<void>;
  /** CPU time of PostgreSQL for a page without and with threads of other servers; the medians of the rounds. */
  cpuMs?: [number, number];
}

interface ListResult {
  name: string;
  pages: MeasuredPage[];
  faults: string[];
}

async function run(): Promise<void> {
  const options = readOptions(process.argv.slice(2), process.env);
  const startedAt = new Date();
  await using stack = new AsyncDisposableStack();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stack.disposeAsync().then(() => process.exit(1)));
  }
  const database = stack.adopt(await openVolumeDatabase({ ...options, log }), (d) => d.stop());
  const { remote } = options;
  const url = await prepareCopy(database, 'bench_run', {}, log);
  const remoteUrl = remote > 0 ? await prepareCopy(database, 'bench_remote', {}, log) : url;
  if (remote > 0) await addRemoteThreads(remoteUrl, remote, log);
  await startPlanLog(database.dataDirectory, url);
  stack.defer(() => stopPlanLog(database.dataDirectory, url));
  const targets = await chooseTargets(database, url);
  let results = await checkLists(targets, await openInstance(stack, database, url));
  if (remote > 0) {
    report(results);
    const together = await checkLists(targets, await openInstance(stack, database, remoteUrl));
    await stopPlanLog(database.dataDirectory, url);
    results = await compareLists(database, results, together);
  }
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

/** Lists without and with threads of other servers, which must not cost more. */
async function compareLists(
  { dataDirectory }: VolumeDatabase,
  alone: readonly ListResult[],
  together: readonly ListResult[],
): Promise<ListResult[]> {
  log('Measuring the CPU time of PostgreSQL');
  const readMs = postgresCpuTime(embeddedClusterDirectory(dataDirectory));
  const results: ListResult[] = [];
  for (const [index, { name, pages, faults }] of together.entries()) {
    const earlierPages = alone[index]?.pages ?? [];
    const measured: MeasuredPage[] = [];
    for (const [n, page] of pages.entries()) {
      const earlier = earlierPages[n];
      const cpuMs = earlier && (await compareCpuTime(readMs, earlier.read, page.read));
      measured.push({ ...page, ...(cpuMs && { cpuMs }) });
    }
    results.push({
      name,
      pages: measured,
      faults: [...faults, ...findExcess(earlierPages, measured)],
    });
  }
  return results;
}

/** Alternates between two pages. */
async function compareCpuTime(
  readMs: ReadCpuTime,
  ...pages: [() => Promise<void>, () => Promise<void>]
): Promise<[number, number] | undefined> {
  const rounds: [number[], number[]] = [[], []];
  for (let round = 0; round < cpuRounds; round += 1) {
    for (const n of [0, 1] as const) {
      const before = readMs();
      for (let i = 0; i < cpuRequests; i += 1) await pages[n]();
      const after = readMs();
      if (before === null || after === null) return undefined;
      rounds[n].push((after - before) / cpuRequests);
    }
  }
  return [median(rounds[0]), median(rounds[1])];
}

/** A server with a copy of the seeded database. */
interface Instance {
  dataDirectory: string;
  client: pg.Client;
  origin: string;
}

async function openInstance(
  stack: AsyncDisposableStack,
  { dataDirectory }: VolumeDatabase,
  url: string,
): Promise<Instance> {
  const api = stack.adopt(await startApi(url, dataDirectory), (a) => a.stop());
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  stack.defer(() => client.end());
  return { dataDirectory, client, origin: api.origin };
}

async function checkLists(
  targets: ListTargets,
  { dataDirectory, client, origin }: Instance,
): Promise<ListResult[]> {
  const { landmarks, activeUsername } = targets;
  const largeTables = await listLargeTables(client);
  const planLog = createPlanLog(dataDirectory, client);
  await planLog.waitUntilIdle();
  const results: ListResult[] = [];
  for (const list of createLists(targets)) {
    const email =
      list.reader === 'active' ? `${activeUsername}@people.example` : landmarks[list.reader].email;
    const reader = await signIn(origin, { email, password: volumePassword });
    const pages: MeasuredPage[] = [];
    for (const { size, depth, path: target } of await listRequests(list, reader)) {
      const readPage = () => read(origin, reader, target);
      const executed = [];
      await readPage();
      await planLog.readNewStatements();
      for (let i = 0; i < repetitions; i += 1) {
        await readPage();
        executed.push(await planLog.readNewStatements());
      }
      pages.push({ ...summarize({ size, depth }, executed), read: readPage });
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

async function listLargeTables(client: pg.Client): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND reltuples > $1`,
    [largeTableRows],
  );
  return new Set(rows.map(({ name }) => name));
}

/** Threads of other servers do not change what is requested. */
async function chooseTargets({ landmarks }: VolumeDatabase, url: string): Promise<ListTargets> {
  const [tag] = await queryDatabase<{ tag: string }>(
    url,
    'SELECT tag FROM hashtags ORDER BY threads_count DESC LIMIT 1',
  );
  const [active] = await queryDatabase<{ username: string }>(
    url,
    `SELECT username FROM users
       JOIN (SELECT user_id AS id, count(*) AS saved FROM bookmarks GROUP BY 1) b USING (id)
       JOIN (SELECT recipient_id AS id, count(*) AS received FROM notifications GROUP BY 1) n USING (id)
     ORDER BY least(threads_count, saved, received) DESC, id LIMIT 1`,
  );
  return { landmarks, commonTag: tag?.tag ?? '', activeUsername: active?.username ?? '' };
}

function report(results: readonly ListResult[]): void {
  for (const { name, pages, faults } of results) {
    const measurements = pages.map(({ size, depth, ms, blocks, statements, cpuMs }) => {
      const page = depth === 0 ? `${size}` : `${size} at ${depth}`;
      const cpu = cpuMs && `, CPU ${cpuMs.map((each) => each.toFixed(2)).join(' → ')} ms`;
      return `${page}: ${statements.length} statements, ${blocks} blocks, ${ms.toFixed(2)} ms${cpu ?? ''}`;
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
