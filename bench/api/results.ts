import type { Case } from './cases/case.ts';
import type { CaseRounds } from './measure-case.ts';
import { median, medianOrNull } from './statistics.ts';

/** Medians of the rounds of a case. */
export interface CaseResult {
  name: string;
  title: string;
  requestsPerSecond: number;
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
  bytesPerResponse: number;
  serverMs: number | null;
  postgresMs: number | null;
  failures: number;
  faults: string[];
  /** The same statements by pgbench; null if there are none. */
  statements: {
    perRequest: number | null;
    requestsPerSecond: number;
    postgresMs: number | null;
    share: number;
    /**
     * The share that a server would reach if its own code cost nothing: the same cores run the statements
     * and then Express with the response.
     */
    shareMax: number;
  } | null;
  /** Null without `--explain`. */
  expressPerSecond: number | null;
  rounds: CaseRounds['rounds'];
  statementRounds: CaseRounds['statementRounds'];
}

export function toResult({ name, title }: Case, measured: CaseRounds): CaseResult {
  const { rounds, statementRounds, statementsPerRequest, expressPerSecond } = measured;
  const medians = {
    requestsPerSecond: median(rounds.map((round) => round.requestsPerSecond)),
    p50Ms: median(rounds.map((round) => round.p50Ms)),
    p95Ms: median(rounds.map((round) => round.p95Ms)),
    p99Ms: median(rounds.map((round) => round.p99Ms)),
    bytesPerResponse: median(rounds.map((round) => round.bytesPerResponse)),
    serverMs: medianOrNull(rounds.map((round) => round.serverMs)),
    postgresMs: medianOrNull(rounds.map((round) => round.postgresMs)),
  };
  const alone = median(statementRounds.map((round) => round.requestsPerSecond));
  const share = medians.requestsPerSecond / alone;
  return {
    name,
    title,
    ...medians,
    failures: rounds.reduce((sum, round) => sum + round.failures, 0),
    faults: rounds.flatMap((round) => round.faults),
    statements:
      statementRounds.length > 0 && expressPerSecond !== null
        ? {
            perRequest: statementsPerRequest,
            requestsPerSecond: alone,
            postgresMs: medianOrNull(statementRounds.map((round) => round.postgresMs)),
            share,
            shareMax: expressPerSecond / (expressPerSecond + alone),
          }
        : null,
    expressPerSecond,
    rounds,
    statementRounds,
  };
}
