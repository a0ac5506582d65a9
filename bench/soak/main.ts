// pnpm bench:soak: checks memory and open files of a server under steady load. README.md describes it.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '@skein/db/embedded';
import { openRunDirectory } from '@skein/db/testing';
import { startApi } from '../api/servers.ts';
import { registerMany } from '../streams/accounts.ts';
import { openStream } from '../streams/stream-client.ts';
import { runLoad, type LoadResult } from './load.ts';
import type { Sample } from './samples.ts';
import { countDeliveries, compareWithThresholds } from './thresholds.ts';

const sampleEverySeconds = 5;
const reportEverySeconds = 60;
const collectEverySeconds = 60;
const settleMs = 3000;
const memoryReleaseMs = 500;
const warmUpShare = 0.25;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    streams: { type: 'string', default: '500' },
    rate: { type: 'string', default: '50' },
    // Load factor of the warm-up, so that V8 has compiled the code before memory is measured.
    'warm-up': { type: 'string', default: '4' },
  },
});
const minutes = Number(values.minutes);
const streamsCount = Number(values.streams);
const rate = Number(values.rate);
const warmUpFactor = Number(values['warm-up']);
const durationMs = minutes * 60_000;

await using stack = new AsyncDisposableStack();
const { directory: dataDirectory } = stack.use(openRunDirectory());
const database = stack.adopt(
  await startEmbeddedPostgres({ dataDir: dataDirectory, log: () => undefined }),
  (server) => server.stop(),
);
const api = stack.adopt(
  await startApi(database.url, dataDirectory, { canCollectGarbage: true }),
  (server) => server.stop(),
);

log(`Opening ${streamsCount} streams`);
const accounts = await registerMany(api.origin, streamsCount);
const received = new Map<string, number>();
for (const { token } of accounts) {
  const stream = await openStream(api.origin, token, (content) => {
    received.set(content, (received.get(content) ?? 0) + 1);
  });
  stack.defer(() => stream.close());
}

log(
  `${rate} requests a second for ${minutes} minutes, ${warmUpFactor} times as many in their first quarter`,
);
const samples: Sample[] = [];
const begin = performance.now();
const processorBefore = process.cpuUsage();
let seconds = 0;
const result = await runLoad({
  origin: api.origin,
  accounts,
  perSecond: () => (isWarmingUp() ? warmUpFactor : 1) * rate,
  untilMs: begin + durationMs,
  async onEverySecond(intermediate) {
    if (seconds % sampleEverySeconds === 0) samples.push(takeSample());
    if (seconds % collectEverySeconds === 0) await sampleCollected();
    if (seconds % reportEverySeconds === 0) report(intermediate);
    seconds += 1;
  },
});
await sampleCollected();
report(result);
reportResult();

function isWarmingUp(): boolean {
  return performance.now() - begin < warmUpShare * durationMs;
}

async function sampleCollected(): Promise<void> {
  // Requests in progress are not counted as retained memory.
  await sleep(settleMs);
  await api.collectGarbage();
  // The operating system reclaims memory a moment later.
  await sleep(memoryReleaseMs);
  samples.push(takeSample(true));
}

function takeSample(isCollected = false): Sample {
  const atMs = performance.now() - begin;
  const memoryMb = api.memoryMb() ?? 0;
  return { atMs, memoryMb, openFiles: api.openFiles() ?? 0, isCollected };
}

function report({ requests, durationsMs, failures, deferred }: LoadResult): void {
  const now = samples.at(-1);
  const afterCollection = samples.findLast(({ isCollected }) => isCollected);
  const slowest = durationsMs.toSorted((a, b) => a - b)[Math.floor(durationsMs.length * 0.99)] ?? 0;
  // Resets per minute, which also limits the memory of this process.
  durationsMs.length = 0;
  const failed = [...failures.values()].reduce((sum, count) => sum + count, 0);
  log(
    `${Math.round((performance.now() - begin) / 60_000)} min: ${requests} requests, ${failed} failed, ${deferred} deferred, p99 ${Math.round(slowest)} ms, ${now?.memoryMb} MB (${afterCollection?.memoryMb ?? '-'} without garbage), ${now?.openFiles} open files`,
  );
}

function reportResult(): void {
  for (const [failure, count] of result.failures) log(`Failed ${count} times: ${failure}`);
  const { user, system } = process.cpuUsage(processorBefore);
  const busyMs = (user + system) / 1000;
  log(`This program used ${Math.round((100 * busyMs) / durationMs)} % of a core.`);
  const deliveries = countDeliveries(result.sent, received);
  const comparisons = compareWithThresholds({ minutes, result, samples, deliveries });
  for (const { isMet, line } of comparisons) log(`${describeResult(isMet)} ${line}`);
  const isMet = comparisons.every((comparison) => comparison.isMet !== false);
  log(isMet ? 'All thresholds met.' : 'A threshold was missed.');
  if (!isMet) process.exitCode = 1;
}

function describeResult(isMet: boolean | null): string {
  if (isMet === null) return 'too short ';
  return isMet ? 'met       ' : 'MISSED    ';
}

function log(line: string): void {
  process.stdout.write(`${line}\n`);
}
