import type { Limits, Requirement } from './cases/case.ts';

export type Reached = 'goal' | 'threshold' | 'missed' | 'unknown';

export interface Verdict {
  /** In the unit of the limits; undefined if not comparable. */
  value: string | undefined;
  limits: string;
  reached: Reached;
}

/** The values of a case that requirements refer to. */
export interface Assessed {
  requestsPerSecond: number;
  p95Ms: number;
  serverMs: number | null;
  postgresMs: number | null;
}

/** The share of its own SQL, which every case with statements must reach. */
const statementLimits: Limits = { threshold: 0.75, goal: 0.85 };
/** From 20,000 to 1,000,000 threads, in times of the smaller one. */
export const growthLimits: Limits = { threshold: 1.3, goal: 1.1 };

const largeThreads = 500_000;

/** Compares a case with its requirement. A share requires the other case in the same run. */
export function assess(
  measured: Assessed,
  requirement: Requirement,
  run: { threads: number; others: ReadonlyMap<string, Assessed> },
): Verdict {
  if (requirement.kind === 'rate') {
    const limits = rateLimits(requirement, run.threads);
    return verdict(measured.requestsPerSecond, limits, (rate) => `${rate.toFixed(0)}/s`);
  }
  if (requirement.kind === 'p95') {
    const { threshold, goal } = requirement.limits;
    const reached = toReached(measured.p95Ms <= threshold, measured.p95Ms <= goal);
    const limits = `p95 ${threshold} ms (${goal} ms)`;
    return { value: `p95 ${measured.p95Ms.toFixed(1)} ms`, limits, reached };
  }
  const other = run.others.get(requirement.of);
  if (requirement.kind === 'cost') return assessCost(measured, other, requirement);
  const share = other && measured.requestsPerSecond / other.requestsPerSecond;
  const format = (value: number) => `${toPercent(value)} of ${requirement.of}`;
  return verdict(share, requirement.limits, format);
}

function assessCost(
  measured: Assessed,
  other: Assessed | undefined,
  { of, limits: { threshold, goal } }: Requirement & { kind: 'cost' },
): Verdict {
  const limits = `CPU ${threshold} times ${of} (${goal} times)`;
  const [own, others] = [cpuMs(measured), other && cpuMs(other)];
  if (own === null || others === undefined || others === null) {
    return { value: undefined, limits, reached: 'unknown' };
  }
  const ratio = own / others;
  const reached = toReached(ratio <= threshold, ratio <= goal);
  return { value: `CPU ${ratio.toFixed(2)} times ${of}`, limits, reached };
}

function cpuMs({ serverMs, postgresMs }: Assessed): number | null {
  return serverMs === null || postgresMs === null ? null : serverMs + postgresMs;
}

export function assessStatementShare(share: number | undefined): Verdict {
  return verdict(share, statementLimits, toPercent);
}

export function toPercent(share: number): string {
  return `${(share * 100).toFixed(0)}%`;
}

function rateLimits({ small, large }: Requirement & { kind: 'rate' }, threads: number): Limits {
  if (threads < largeThreads) return small;
  const grown = {
    threshold: small.threshold / growthLimits.threshold,
    goal: small.goal / growthLimits.goal,
  };
  return large ?? grown;
}

function verdict(
  value: number | undefined,
  { threshold, goal }: Limits,
  format: (value: number) => string,
): Verdict {
  const limits = `${format(threshold)} (${format(goal)})`;
  if (value === undefined) return { value: undefined, limits, reached: 'unknown' };
  return { value: format(value), limits, reached: toReached(value >= threshold, value >= goal) };
}

function toReached(reachesThreshold: boolean, reachesGoal: boolean): Reached {
  if (!reachesThreshold) return 'missed';
  return reachesGoal ? 'goal' : 'threshold';
}
