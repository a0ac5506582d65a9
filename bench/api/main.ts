// pnpm bench: measures the API relative to a baseline. README.md describes the method.
import { setTimeout as sleep } from 'node:timers/promises';
import { volumePassword } from '@skein/db/seed/volume';
import { signIn, type ApiClient } from './api-client.ts';
import { selectCases, type Stage } from './cases.ts';
import { measure, type Measurement } from './measure.ts';
import { readOptions, usage, type BenchOptions } from './options.ts';
import { formatTable, writeResults, type CaseResult } from './report.ts';
import { startApi, startBaseline, type RunningApi } from './servers.ts';
import { judge } from './verdict.ts';
import { openVolumeDatabase, type VolumeDatabase } from './volume-database.ts';

const settleMs = 1000;

async function run(settings: BenchOptions): Promise<void> {
  const startedAt = new Date();
  await using stack = new AsyncDisposableStack();
  // Stop the servers together with the benchmark.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stack.disposeAsync().then(() => process.exit(1)));
  }
  const database = stack.adopt(await openVolumeDatabase({ ...settings, log }), (d) => d.stop());
  const baseline = stack.adopt(await startBaseline(), (server) => server.stop());
  const api = stack.adopt(await startApi(database.url, database.dataDirectory), (server) =>
    server.stop(),
  );
  const stage = createStage(database, api);
  await stage.clientOf('typical');
  await sleep(settleMs);
  const idleMemoryMb = api.memoryMb();
  const measurements = new Map<string, Measurement>();
  const results: CaseResult[] = [];
  for (const benchCase of selectCases(settings.only)) {
    log(benchCase.title);
    const measurement = await measure(benchCase, stage, {
      ...settings,
      apiOrigin: api.origin,
      baselineOrigin: baseline.origin,
    });
    if (measurement === undefined) {
      log('Skipped: the database is too small for it.');
      continue;
    }
    measurements.set(benchCase.name, measurement);
    results.push({
      ...measurement,
      verdict: judge(measurement, benchCase.threshold, measurements),
    });
  }
  const server = { readyAfterMs: api.readyAfterMs, idleMemoryMb, finalMemoryMb: api.memoryMb() };
  const file = writeResults({
    options: settings,
    startedAt,
    postgresVersion: database.serverVersion,
    server,
    results,
  });
  console.log(`\n${formatTable(results)}\n`);
  console.log(
    `Ready after ${server.readyAfterMs} ms; memory ${idleMemoryMb ?? '?'} MB idle, ${server.finalMemoryMb ?? '?'} MB at the end.`,
  );
  console.log(`Written to ${file}`);
  if (results.some(({ failures }) => failures > 0)) process.exitCode = 1;
}

function createStage({ landmarks }: VolumeDatabase, api: RunningApi): Stage {
  const clients = new Map<string, Promise<ApiClient>>();
  return {
    landmarks,
    clientOf(reader) {
      const { email } = landmarks[reader];
      const client = clients.get(email) ?? signIn(api.origin, { email, password: volumePassword });
      clients.set(email, client);
      return client;
    },
  };
}

function log(line: string): void {
  console.log(`${new Date().toISOString().slice(11, 19)} ${line}`);
}

const options = parseOptions();
if (options !== undefined) await run(options);

function parseOptions(): BenchOptions | undefined {
  try {
    return readOptions(process.argv.slice(2), process.env);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    process.exitCode = 1;
    return undefined;
  }
}
