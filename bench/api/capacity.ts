// pnpm --filter @skein/bench bench:capacity RESULTS.json [BYTES]: what instances of three sizes need.
import { readFileSync } from 'node:fs';
import { formatTable } from './table.ts';

/** The requests of an active user per day, by the case that measures their cost. */
const requestsPerDay = {
  reads: {
    'following-browser': 20,
    thread: 15,
    replies: 5,
    notifications: 6,
    profile: 5,
    conversation: 5,
    'search-common': 2,
  },
  writes: { like: 8, create: 1.5, send: 6, follow: 0.2 },
};

/** The part of a day's requests in its busiest hour. */
const busiestHour = 1 / 8;
/** Cores are half used in the busiest hour, so that they handle peaks and the loss of a machine. */
const utilization = 0.5;
const coresPerMachine = 16;
const activeUsers = [10_000, 1_000_000, 50_000_000];

interface Results {
  parameters: { threads: number };
  /** Older results have no size. */
  server: { databaseBytes?: number };
  results: { name: string; serverMs: number | null; postgresMs: number | null }[];
}

/** The CPU time of one user per day in milliseconds. */
interface Cost {
  serverMs: number;
  postgresMs: number;
}

const [file, bytes] = process.argv.slice(2);
if (file === undefined) {
  console.error('Usage: pnpm --filter @skein/bench bench:capacity RESULTS.json [BYTES PER THREAD]');
  process.exit(1);
}
const measured = JSON.parse(readFileSync(file, 'utf8')) as Results;
const reads = getCost(requestsPerDay.reads);
const writes = getCost(requestsPerDay.writes);
const { databaseBytes } = measured.server;
const bytesPerThread =
  bytes === undefined && databaseBytes !== undefined
    ? databaseBytes / measured.parameters.threads
    : Number(bytes);
if (Number.isNaN(bytesPerThread)) throw new Error(`${file} has no size: also give the bytes.`);

const header = [
  'active users per day',
  'requests/s',
  'server cores',
  'primary cores',
  `replicas (${coresPerMachine} cores)`,
  'database growth per year',
  'writes per month',
];
console.log(formatTable([header, ...activeUsers.map(describe)]));

function describe(users: number): string[] {
  const requests = getCount(requestsPerDay.reads) + getCount(requestsPerDay.writes);
  const readCores = coresFor(reads.postgresMs, users);
  const writeCores = coresFor(writes.postgresMs, users);
  // One machine serves reads and writes as long as it can.
  const replicas =
    readCores + writeCores <= coresPerMachine ? 0 : Math.ceil(readCores / coresPerMachine);
  const primaryCores = replicas === 0 ? readCores + writeCores : writeCores;
  const gigabytes = (users * requestsPerDay.writes.create * 365 * bytesPerThread) / 1024 ** 3;
  return [
    users.toLocaleString('en-US'),
    round((users * requests * busiestHour) / 3600),
    round(coresFor(reads.serverMs + writes.serverMs, users)),
    round(primaryCores),
    String(replicas),
    gigabytes < 10_000 ? `${round(gigabytes)} GB` : `${round(gigabytes / 1024)} TB`,
    `${round((users * getCount(requestsPerDay.writes) * 30) / 1_000_000)} million`,
  ];
}

function getCost(requests: Readonly<Record<string, number>>): Cost {
  let cost: Cost = { serverMs: 0, postgresMs: 0 };
  for (const [name, count] of Object.entries(requests)) {
    const result = measured.results.find((candidate) => candidate.name === name);
    const { serverMs = null, postgresMs = null } = result ?? {};
    if (serverMs === null || postgresMs === null)
      throw new Error(`${file} has no CPU time of the case ${name}.`);
    cost = {
      serverMs: cost.serverMs + count * serverMs,
      postgresMs: cost.postgresMs + count * postgresMs,
    };
  }
  return cost;
}

function coresFor(msPerDay: number, users: number): number {
  return (msPerDay * users * busiestHour) / (3600 * 1000) / utilization;
}

function getCount(requests: Readonly<Record<string, number>>): number {
  return Object.values(requests).reduce((sum, count) => sum + count, 0);
}

function round(value: number): string {
  const digits = value < 10 ? 1 : 0;
  return value.toLocaleString('en-US', { maximumFractionDigits: digits });
}
