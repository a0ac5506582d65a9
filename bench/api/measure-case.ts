import type { CapturedStatements } from './captured-statements.ts';
import { runLoad } from './load.ts';
import type { PreparedCase, Round } from './measure.ts';
import type { BenchOptions } from './options.ts';
import { runPgbench, type PgbenchResult } from './pgbench.ts';
import { startBaseline } from './servers.ts';

/** All rounds of a case with its baselines. */
export interface CaseRounds {
  rounds: Round[];
  /** The same statements without the API; empty if there are none. */
  statementRounds: PgbenchResult[];
  statementsPerRequest: number | null;
  /** Requests per second of Express with the same body; null without `--explain`. */
  expressPerSecond: number | null;
}

const warmUpSeconds = 2;
const expressSeconds = 2;
/** Processes of pgbench start within this time. */
const pgbenchStartSeconds = 1;

/** Alternates between pgbench and the server, so that other load affects both. */
export async function measureCase(
  prepared: PreparedCase,
  captured: CapturedStatements | undefined,
  options: BenchOptions,
): Promise<CaseRounds> {
  prepared.skip(captured?.isWrite === true ? captured.requests : 0);
  await prepared.measure({ ...options, seconds: Math.min(warmUpSeconds, options.seconds) });
  const rounds: Round[] = [];
  const statementRounds: PgbenchResult[] = [];
  for (let round = 0; round < options.rounds; round += 1) {
    if (captured !== undefined && captured.count > 0) {
      statementRounds.push(await repeatStatements(prepared, captured, round, options.seconds));
    }
    rounds.push(await prepared.measure(options));
  }
  return {
    rounds,
    statementRounds,
    statementsPerRequest: captured?.count ?? null,
    expressPerSecond: options.explain ? await measureExpress(prepared, options) : null,
  };
}

function repeatStatements(
  { target }: PreparedCase,
  { rounds, isWrite }: CapturedStatements,
  round: number,
  seconds: number,
): Promise<PgbenchResult> {
  return runPgbench({
    databaseUrl: target.databaseUrl,
    scripts: rounds[round % rounds.length] ?? [],
    seconds: isWrite ? undefined : seconds + pgbenchStartSeconds,
    readPostgresMs: target.readPostgresMs,
  });
}

async function measureExpress(prepared: PreparedCase, options: BenchOptions): Promise<number> {
  const server = await startBaseline(prepared.lastBody);
  try {
    const { requestsPerSecond } = await runLoad({
      origins: [server.origin],
      requests: [{ method: 'GET', path: '/', headers: {} }],
      repeats: true,
      connections: prepared.connections ?? options.connections,
      seconds: Math.min(expressSeconds, options.seconds),
      expectedStatus: 200,
    });
    return requestsPerSecond;
  } finally {
    await server.stop();
  }
}
