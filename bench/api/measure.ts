import type { Case, Stage } from './cases.ts';
import { runLoad, type LoadPlan, type LoadResult } from './load.ts';

export interface Measurement {
  name: string;
  title: string;
  /** Medians of the rounds. */
  requestsPerSecond: number;
  p50Ms: number;
  p975Ms: number;
  p99Ms: number;
  failures: number;
  /** The baseline in the same rounds. */
  baselinePerSecond: number;
  shareOfBaseline: number;
  rounds: { baseline: LoadResult; measured: LoadResult }[];
}

export interface MeasureOptions {
  apiOrigin: string;
  baselineOrigin: string;
  connections: number;
  seconds: number;
  rounds: number;
}

const warmUpSeconds = 2;

/**
 * Alternates between baseline and case, so that other load affects both. Undefined if the database is
 * too small for the case.
 */
export async function measure(
  benchCase: Case,
  stage: Stage,
  options: MeasureOptions,
): Promise<Measurement | undefined> {
  const { seconds } = options;
  const connections = benchCase.connections ?? options.connections;
  const requests = await benchCase.prepare(stage);
  if (requests.length === 0) return undefined;
  const { expectedStatus } = benchCase;
  const plan: LoadPlan = {
    origin: options.apiOrigin,
    requests,
    connections,
    seconds,
    expectedStatus,
  };
  const baselinePlan: LoadPlan = {
    origin: options.baselineOrigin,
    requests: [{ method: 'GET', path: '/', headers: {} }],
    connections: options.connections,
    seconds,
    expectedStatus: 200,
  };
  await runLoad({ ...plan, seconds: Math.min(warmUpSeconds, seconds) });
  const rounds: Measurement['rounds'] = [];
  for (let round = 0; round < options.rounds; round += 1) {
    const baseline = await runLoad(baselinePlan);
    rounds.push({ baseline, measured: await runLoad(plan) });
  }
  return summarise(benchCase, rounds);
}

function summarise({ name, title }: Case, rounds: Measurement['rounds']): Measurement {
  const medianOf = (read: (round: Measurement['rounds'][number]) => number) =>
    median(rounds.map((round) => read(round)));
  const requestsPerSecond = medianOf(({ measured }) => measured.requestsPerSecond);
  const baselinePerSecond = medianOf(({ baseline }) => baseline.requestsPerSecond);
  return {
    name,
    title,
    requestsPerSecond,
    p50Ms: medianOf(({ measured }) => measured.p50Ms),
    p975Ms: medianOf(({ measured }) => measured.p975Ms),
    p99Ms: medianOf(({ measured }) => measured.p99Ms),
    failures: rounds.reduce((sum, { measured }) => sum + measured.failures, 0),
    baselinePerSecond,
    shareOfBaseline: requestsPerSecond / baselinePerSecond,
    rounds,
  };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
  return (lower + upper) / 2;
}
