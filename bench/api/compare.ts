import { selectCases } from './cases/index.ts';
import type { Case } from './cases/case.ts';
import { checkOut } from './checkout.ts';
import { embeddedClusterDirectory, postgresCpuTime } from './cpu-time.ts';
import { PreparedCase, type Round } from './measure.ts';
import type { BenchOptions } from './options.ts';
import { prepareCopy } from './prepare-copy.ts';
import { formatTable } from './table.ts';
import { startApi, type ApiOptions } from './servers.ts';
import { createStage } from './stage.ts';
import { median, medianOrNull } from './statistics.ts';
import type { Volume, VolumeDatabase } from './volume-database.ts';
import { waitForJobs } from './wait-for-jobs.ts';

/** The rounds of a case on this checkout and on another commit. */
export interface Comparison {
  name: string;
  other: Round[];
  own: Round[];
  /** Requests per second of each round divided by those of the other in the same round. */
  ratios: number[];
}

type Log = (line: string) => void;

/** The largest loss of requests per second that is accepted, beyond the noise. */
const lossMax = 0.1;

const warmUpSeconds = 2;

/**
 * Alternates between this checkout and another commit, each on its own copy of a database that was seeded alike.
 */
export async function compareWith(
  revision: string,
  { database, options, log }: { database: VolumeDatabase; options: BenchOptions; log: Log },
): Promise<{ commit: string; comparisons: Comparison[] }> {
  await using stack = new AsyncDisposableStack();
  const checkout = stack.adopt(checkOut(revision, log), (opened) => opened.remove());
  const shared = { stack, log, dataDirectory: database.dataDirectory };
  const volume = await database.openFor(checkout);
  const other = await startSide(shared, volume, 'bench_against', { checkout: checkout.directory });
  const own = await startSide(shared, database, 'bench_run', {});
  const comparisons: Comparison[] = [];
  for (const benchCase of selectCases(options.only)) {
    log(benchCase.title);
    const sides = { other: await other(benchCase), own: await own(benchCase) };
    if (sides.other === undefined || sides.own === undefined) {
      log('Skipped: the database has no data for it.');
      continue;
    }
    comparisons.push(await compareCase(benchCase.name, sides.other, sides.own, options));
  }
  return { commit: checkout.commit, comparisons };
}

async function startSide(
  { stack, log, dataDirectory }: { stack: AsyncDisposableStack; log: Log; dataDirectory: string },
  volume: Volume,
  name: string,
  options: ApiOptions,
): Promise<(benchCase: Case) => Promise<PreparedCase | undefined>> {
  const source = { copy: volume.copy, dataDirectory };
  const databaseUrl = await prepareCopy(source, name, options, log);
  const api = stack.adopt(await startApi(databaseUrl, dataDirectory, options), (a) => a.stop());
  await waitForJobs(databaseUrl);
  const stage = createStage(api.origin, databaseUrl, volume.landmarks);
  const readPostgresMs = postgresCpuTime(embeddedClusterDirectory(dataDirectory));
  const target = { servers: [api], databaseUrl, readPostgresMs };
  return async (benchCase) => {
    const workload = await benchCase.prepare(stage);
    return workload && new PreparedCase(benchCase, workload, target);
  };
}

async function compareCase(
  name: string,
  other: PreparedCase,
  own: PreparedCase,
  options: BenchOptions,
): Promise<Comparison> {
  const warmUp = { ...options, seconds: Math.min(warmUpSeconds, options.seconds) };
  await other.measure(warmUp);
  await own.measure(warmUp);
  const comparison: Comparison = { name, other: [], own: [], ratios: [] };
  for (let round = 0; round < options.rounds; round += 1) {
    // Each goes first in half of the rounds.
    const isOwnFirst = round % 2 === 1;
    const early = isOwnFirst ? await own.measure(options) : undefined;
    const ofOther = await other.measure(options);
    const ofOwn = early ?? (await own.measure(options));
    comparison.other.push(ofOther);
    comparison.own.push(ofOwn);
    comparison.ratios.push(ofOwn.requestsPerSecond / ofOther.requestsPerSecond);
  }
  return comparison;
}

/** Whether this checkout is more than `lossMax` slower, after the noise of this run. */
export function isRegression(comparison: Comparison): boolean {
  return 1 - median(comparison.ratios) > lossMax + measureNoise(comparison);
}

/** How much the rates of the same commit differ from round to round: the median deviation of the worse side. */
function measureNoise({ other, own }: Comparison): number {
  const deviations = [other, own].map((rounds) => {
    const rates = rounds.map((round) => round.requestsPerSecond);
    const middle = median(rates);
    return median(rates.map((rate) => Math.abs(rate - middle) / middle));
  });
  return Math.max(...deviations);
}

export function formatComparisons(commit: string, comparisons: readonly Comparison[]): string {
  const header = [
    'case',
    'req/s',
    'difference',
    'noise',
    'p50 ms',
    'p95 ms',
    'p99 ms',
    'server ms',
    'PG ms',
    '',
  ];
  const lines = comparisons.map((comparison) => {
    const { name, other, own, ratios } = comparison;
    return [
      name,
      formatPair(other, own, (round) => round.requestsPerSecond, 0),
      toDifference(median(ratios)),
      `${(measureNoise(comparison) * 100).toFixed(1)}%`,
      formatPair(other, own, (round) => round.p50Ms),
      formatPair(other, own, (round) => round.p95Ms),
      formatPair(other, own, (round) => round.p99Ms),
      formatPair(other, own, (round) => round.serverMs),
      formatPair(other, own, (round) => round.postgresMs),
      isRegression(comparison) ? 'SLOWER' : '',
    ];
  });
  const faults = comparisons.flatMap(({ name, other, own }) =>
    [...other, ...own].flatMap((round) => [
      ...(round.failures > 0 ? [`${name}: ${round.failures} FAILED REQUESTS`] : []),
      ...round.faults.map((fault) => `${name}: WRONG RESULT: ${fault}`),
    ]),
  );
  const title = `${commit} → this checkout. Exit code 1 for a case that is more than ${lossMax * 100}% slower beyond the noise.`;
  return [title, '', formatTable([header, ...lines]), ...faults].join('\n');
}

function toDifference(ratio: number): string {
  return `${ratio >= 1 ? '+' : ''}${((ratio - 1) * 100).toFixed(1)}%`;
}

function formatPair(
  other: readonly Round[],
  own: readonly Round[],
  read: (round: Round) => number | null,
  digits = 2,
): string {
  return [other, own]
    .map((rounds) => medianOrNull(rounds.map(read))?.toFixed(digits) ?? '-')
    .join(' → ');
}
