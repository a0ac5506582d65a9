// pnpm --filter @skein/bench bench:feed-cost: checks the cost model of the following feed. README.md explains it.
import { volumePassword } from '@skein/db/seed/volume';
import pg from 'pg';
import { signIn } from '../api/api-client.ts';
import { startApi } from '../api/servers.ts';
import { formatTable } from '../api/table.ts';
import { openVolumeDatabase } from '../api/volume-database.ts';
import { createPlanLog, startPlanLog, stopPlanLog } from '../plans/plan-log.ts';
import { calibrate, extrapolate, predictBlocks, type MeasuredPage } from './model.ts';

/** The model is calibrated with the first two and predicts the third. */
const databases = [
  { users: 300, threads: 3000 },
  { users: 1000, threads: 20_000 },
  { users: 5000, threads: 200_000 },
];
const followeesOfReaders = [10, 60, 150, 300];
const readersCount = 3;
const pageSizes = [10, 30, 50];
const errorMax = 0.25;
/** Sizes without a measurement. */
const predictedThreads = [10_000_000, 1_000_000_000];

interface Reader {
  email: string;
  followees: number;
}

async function measure(volume: { users: number; threads: number }): Promise<MeasuredPage[]> {
  const dataDirectory = undefined;
  const options = { ...volume, seed: 1, dataDirectory, log: (line: string) => console.log(line) };
  await using stack = new AsyncDisposableStack();
  const database = stack.adopt(await openVolumeDatabase(options), (opened) => opened.stop());
  const databaseUrl = await database.copy('bench_run');
  await startPlanLog(database.dataDirectory, databaseUrl);
  stack.defer(() => stopPlanLog(database.dataDirectory, databaseUrl));
  const api = stack.adopt(await startApi(databaseUrl, database.dataDirectory), (a) => a.stop());
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  stack.defer(() => client.end());
  const planLog = createPlanLog(database.dataDirectory, client);
  await planLog.waitUntilIdle();

  const pages: MeasuredPage[] = [];
  for (const wanted of followeesOfReaders) {
    const readers = await findReaders(client, wanted);
    const followees = median(readers.map((reader) => reader.followees));
    // In a small database, the same readers are the nearest ones to several numbers.
    if (pages.some((page) => page.followees === followees)) continue;
    for (const size of pageSizes) {
      const blocks: number[] = [];
      for (const reader of readers) blocks.push(await readBlocks(reader, size));
      pages.push({ threads: volume.threads, followees, size, blocks: median(blocks) });
    }
  }
  return pages;

  async function readBlocks({ email }: Reader, size: number): Promise<number> {
    const session = await signIn(api.origin, { email, password: volumePassword });
    const { path, headers } = session.get(`/api/threads?feed=following&size=${size}`);
    const repeated: number[] = [];
    for (let i = 0; i < 3; i += 1) {
      await planLog.readNewStatements();
      const response = await fetch(`${api.origin}${path}`, { headers: { ...headers } });
      if (!response.ok) throw new Error(`${path} returned ${response.status}.`);
      await response.text();
      const statements = await planLog.readNewStatements();
      repeated.push(statements.reduce((sum, { plan }) => sum + getBlocks(plan), 0));
    }
    // Statements of background jobs only add.
    return Math.min(...repeated);
  }
}

function getBlocks(plan: { 'Shared Hit Blocks'?: number; 'Shared Read Blocks'?: number }): number {
  return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
}

/** Returns the users whose numbers of followees are nearest. */
async function findReaders(client: pg.Client, followees: number): Promise<Reader[]> {
  const { rows } = await client.query<Reader>(
    `SELECT users.email, count(*)::int AS followees
     FROM follows JOIN users ON users.id = follows.follower_id
     GROUP BY users.id ORDER BY abs(count(*) - $1), users.id LIMIT $2`,
    [followees, readersCount],
  );
  return rows;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

const measured: MeasuredPage[][] = [];
for (const volume of databases) measured.push(await measure(volume));
const [small = [], middle = []] = measured;
const [smallCost, middleCost] = [calibrate(small), calibrate(middle)];
const costAt = (threads: number) => extrapolate(smallCost, middleCost, threads);

const compared = measured.flat().map((page) => {
  const predicted = predictBlocks(costAt(page.threads), page);
  return { ...page, predicted, error: predicted / page.blocks - 1 };
});
const format = (value: number) => Math.round(value).toLocaleString('en-US');
console.log(
  formatTable([
    ['threads', 'followees', 'page', 'blocks', 'predicted', 'error'],
    ...compared.map(({ threads, followees, size, blocks, predicted, error }) => [
      ...[threads, followees, size, blocks, predicted].map(format),
      `${Math.round(error * 100)}%`,
    ]),
  ]),
);
const sizes = [...databases.map(({ threads }) => threads), ...predictedThreads];
console.log(
  formatTable([
    ['threads', 'blocks, fixed', 'per thread', 'per followee', 'page of 30, 150 followees'],
    ...sizes.map((threads) => {
      const cost = costAt(threads);
      const { fixed, perThread, perFollowee } = cost;
      const page = predictBlocks(cost, { followees: 150, size: 30 });
      return [
        format(threads),
        format(fixed),
        perThread.toFixed(1),
        perFollowee.toFixed(1),
        format(page),
      ];
    }),
  ]),
);
const worst = Math.max(...compared.map(({ error }) => Math.abs(error)));
console.log(`Largest error: ${Math.round(worst * 100)}% (allowed: ${errorMax * 100}%)`);
if (worst > errorMax) process.exitCode = 1;
