import { selectCases } from './cases/index.ts';
import type { Workload } from './cases/case.ts';
import type { BenchOptions } from './options.ts';
import type { ConnectionScript } from './pgbench.ts';
import { prepareCopy } from './prepare-copy.ts';
import { startApi } from './servers.ts';
import { createStage } from './stage.ts';
import { openStatementLog, type Call } from './statement-log.ts';
import type { VolumeDatabase } from './volume-database.ts';
import { waitForJobs } from './wait-for-jobs.ts';

/** The statements of a case for pgbench. */
export interface CapturedStatements {
  /** Per request; the mean. */
  count: number;
  /** Requests that were sent to capture them; a later run on another copy must not send them. */
  requests: number;
  /** Writes change other rows in each round, so that each needs its own calls. */
  rounds: ConnectionScript[][];
  isWrite: boolean;
}

/** Calls of each connection in one round. */
const warmUpCalls = 10;
const writeCalls = 40;
const readCalls = 4;
/** Must not be a divisor of the numbers of readers or targets. */
const readStep = 97;

/**
 * Runs some requests of each case on a copy of the database and records their statements. They can be
 * repeated on another copy of the same database, where they have not happened.
 */
export async function captureStatements(
  database: VolumeDatabase,
  options: BenchOptions,
  log: (line: string) => void,
): Promise<Map<string, CapturedStatements>> {
  const url = await prepareCopy(database, 'bench_capture', {}, log);
  await using stack = new AsyncDisposableStack();
  const api = stack.adopt(await startApi(url, database.dataDirectory), (server) => server.stop());
  await waitForJobs(url);
  const statementLog = stack.adopt(await openStatementLog(url, database.dataDirectory), (opened) =>
    opened.close(),
  );
  const stage = createStage(api.origin, url, database.landmarks);
  const captured = new Map<string, CapturedStatements>();
  for (const benchCase of selectCases(options.only)) {
    if (benchCase.runsBackgroundWork === true) continue;
    const workload = await benchCase.prepare(stage);
    if (workload === undefined) continue;
    log(`Capturing the statements of ${benchCase.name}.`);
    const connections = benchCase.connections ?? options.connections;
    const isWrite = workload.adds !== undefined;
    const rounds = isWrite ? options.rounds : 1;
    const callsPerConnection = isWrite ? writeCalls + warmUpCalls : readCalls;
    const requests = chooseRequests(workload, callsPerConnection * connections * rounds);
    const calls = await statementLog.capture(api.origin, requests);
    if (calls.length === 0) {
      log(`No statements of ${benchCase.name} were captured: it gets no share of SQL.`);
      continue;
    }
    captured.set(benchCase.name, {
      count: calls.reduce((sum, call) => sum + call.length, 0) / calls.length,
      requests: requests.length,
      rounds: divide(calls, rounds).map((ofRound) =>
        divide(ofRound, connections).map((own) =>
          isWrite
            ? { warmUp: own.slice(0, warmUpCalls), calls: own.slice(warmUpCalls) }
            : { warmUp: own, calls: own },
        ),
      ),
      isWrite,
    });
  }
  return captured;
}

/** Writes in order, as they are used once; reads from the whole list. */
function chooseRequests({ requests, adds }: Workload, count: number): Workload['requests'] {
  if (adds !== undefined) return requests.slice(0, count);
  return Array.from({ length: count }, (_, i) => requests[(i * readStep) % requests.length]).filter(
    (request) => request !== undefined,
  );
}

/** Splits calls without losing the order; parts have the same length. */
function divide(calls: readonly Call[], parts: number): Call[][] {
  const length = Math.floor(calls.length / parts);
  return Array.from({ length: parts }, (_, i) => calls.slice(i * length, (i + 1) * length));
}
