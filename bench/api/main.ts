// pnpm bench: measures the API. README.md describes the method.
import { setTimeout as sleep } from 'node:timers/promises';
import { captureStatements, type CapturedStatements } from './captured-statements.ts';
import { selectCases } from './cases/index.ts';
import { compareWith, formatComparisons, isRegression } from './compare.ts';
import { embeddedClusterDirectory, postgresCpuTime } from './cpu-time.ts';
import { measureCase } from './measure-case.ts';
import { PreparedCase } from './measure.ts';
import { readOptions, usage, type BenchOptions } from './options.ts';
import { hasPgbench } from './pgbench.ts';
import { prepareCopy } from './prepare-copy.ts';
import { formatReport, writeComparisons, writeResults, type ServerStats } from './report.ts';
import { toResult, type CaseResult } from './results.ts';
import { startApi } from './servers.ts';
import { createStage } from './stage.ts';
import { openVolumeDatabase, type VolumeDatabase } from './volume-database.ts';
import { waitForJobs } from './wait-for-jobs.ts';

const starts = 3;
/** The first jobs have run. V8 returns most of the memory of the start only after 2 to 4 minutes without requests. */
const idleMs = 20_000;

async function run(options: BenchOptions): Promise<void> {
  const startedAt = new Date();
  await using stack = new AsyncDisposableStack();
  // Stop the servers together with the benchmark.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stack.disposeAsync().then(() => process.exit(1)));
  }
  const database = stack.adopt(await openVolumeDatabase({ ...options, log }), (d) => d.stop());
  if (options.against !== undefined) {
    const { commit, comparisons } = await compareWith(options.against, { database, options, log });
    const context = { options, startedAt, postgresVersion: database.serverVersion };
    const file = writeComparisons(context, commit, comparisons);
    report(
      formatComparisons(commit, comparisons),
      file,
      comparisons.flatMap(({ own }) => own),
    );
    if (comparisons.some(isRegression)) process.exitCode = 1;
    return;
  }
  if (options.explain && !hasPgbench())
    log('Without pgbench (package postgresql-contrib), there is no share of SQL.');
  const captured =
    options.explain && hasPgbench()
      ? await captureStatements(database, options, log)
      : new Map<string, CapturedStatements>();
  const { results, server } = await measureAll(database, captured, options);
  const context = { options, startedAt, postgresVersion: database.serverVersion };
  report(formatReport(results, server), writeResults(context, { server, results }), results);
}

function report(
  table: string,
  file: string,
  measured: readonly { failures: number; faults: readonly string[] }[],
): void {
  console.log(`\n${table}\n\nWritten to ${file}`);
  if (measured.some(({ failures, faults }) => failures + faults.length > 0)) process.exitCode = 1;
}

async function measureAll(
  database: VolumeDatabase,
  captured: ReadonlyMap<string, CapturedStatements>,
  options: BenchOptions,
): Promise<{ results: CaseResult[]; server: ServerStats }> {
  await using stack = new AsyncDisposableStack();
  const { dataDirectory, landmarks } = database;
  const databaseUrl = await prepareCopy(database, 'bench_run', {}, log);
  const readyAfterMs: number[] = [];
  for (let start = 1; start < starts; start += 1) {
    const started = await startApi(databaseUrl, dataDirectory);
    readyAfterMs.push(started.readyAfterMs);
    await started.stop();
  }
  const api = stack.adopt(await startApi(databaseUrl, dataDirectory), (a) => a.stop());
  readyAfterMs.push(api.readyAfterMs);
  await waitForJobs(databaseUrl);
  await sleep(idleMs);
  const idleMemoryMb = api.memoryMb();
  const readPostgresMs = postgresCpuTime(embeddedClusterDirectory(dataDirectory));
  const target = { servers: [api], databaseUrl, readPostgresMs };
  const stage = createStage(api.origin, databaseUrl, landmarks);
  const results: CaseResult[] = [];
  for (const benchCase of selectCases(options.only)) {
    log(benchCase.title);
    const workload = await benchCase.prepare(stage);
    if (workload === undefined) {
      log('Skipped: the database has no data for it.');
      continue;
    }
    const prepared = new PreparedCase(benchCase, workload, target);
    const measured = await measureCase(prepared, captured.get(benchCase.name), options);
    results.push(toResult(benchCase, measured));
  }
  const memory = { idleMemoryMb, loadedMemoryMb: api.peakMemoryMb() };
  const server = { readyAfterMs, ...memory, databaseBytes: database.bytes };
  return { results, server };
}

function log(line: string): void {
  console.log(`${new Date().toISOString().slice(11, 19)} ${line}`);
}

const parsed = parseOptions();
if (parsed !== undefined) await run(parsed);

function parseOptions(): BenchOptions | undefined {
  try {
    return readOptions(process.argv.slice(2), process.env);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    process.exitCode = 1;
    return undefined;
  }
}
