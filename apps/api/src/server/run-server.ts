import { once } from 'node:events';
import { flushCompileCache } from 'node:module';
import { defaultDataDir, startEmbeddedPostgres } from '@skein/db/embedded';
import { readArguments } from '../platform/config/arguments.ts';
import type { Arguments } from '../platform/config/arguments.ts';
import { checkoutDirectory, readVersion } from '../platform/config/checkout.ts';
import { prepareDataDirectory } from '../platform/config/data-directory.ts';
import { readEnv } from '../platform/config/env.ts';
import { openLogDestination } from '../platform/log-destination.ts';
import { createLogger } from '../platform/logger.ts';
import type { Tracing } from '../platform/tracing.ts';
import { startMetrics } from './metrics/start-metrics.ts';
import type { Cleanup } from './start-instance.ts';

/** Imports the modules dynamically, so that PostgreSQL starts while they load. */
const loadInstance = () => import('./start-instance.ts');

/**
 * Runs the server until the signal, which may arrive during the start. An error of the environment
 * ends the process with one clear sentence and exit code 1.
 */
export async function runServer(args: readonly string[], signal: AbortSignal): Promise<void> {
  const cleanups: Cleanup[] = [];
  const failures: unknown[] = [];
  try {
    await start({ args: readArguments(args), variables: process.env, signal }, cleanups);
    // The signal may have arrived at the end of the start.
    if (!signal.aborted) await once(signal, 'abort');
  } catch (error) {
    // Errors of a start that was aborted are expected.
    if (!signal.aborted) failures.push(error);
  }
  failures.push(...(await runCleanups(cleanups)));
  if (failures.length === 0) process.exit(0);
  const { describeStartupError } = await import('./startup-error.ts');
  for (const failure of failures) process.stderr.write(`\n${describeStartupError(failure)}\n`);
  process.exit(1);
}

/** Runs all cleanups in reverse order and returns their errors. */
export async function runCleanups(cleanups: readonly Cleanup[]): Promise<unknown[]> {
  const failures: unknown[] = [];
  for (const cleanup of cleanups.toReversed()) {
    try {
      await cleanup();
    } catch (error) {
      failures.push(error);
    }
  }
  return failures;
}

interface StartOptions {
  args: Arguments;
  /** The environment variables. */
  variables: NodeJS.ProcessEnv;
  signal: AbortSignal;
}

/** Checks the signal only between steps, so that every started step has its cleanup. */
export async function start(
  { args, variables, signal }: StartOptions,
  cleanups: Cleanup[],
): Promise<void> {
  signal.throwIfAborted();
  const env = readEnv(variables);
  const destination = await openLogDestination(process.stdout);
  let tracing: Tracing | undefined;
  const logger = createLogger({
    level: env.logLevel,
    destination,
    fields: env.tracingSettings && (() => ({ traceId: tracing?.traceId() })),
  });
  const dataDirectory = env.dataDirectory ?? defaultDataDir(checkoutDirectory);
  await prepareDataDirectory(dataDirectory);
  const monitoring = await startMetrics(env.host, env.metricsPort);
  cleanups.push(() => monitoring.stop());
  if (env.tracingSettings !== undefined) {
    // Imported only if traces are recorded.
    const { startTracing } = await import('./tracing/open-telemetry.ts');
    const started = startTracing({ ...env.tracingSettings, version: await readVersion(), logger });
    cleanups.push(() => started.stop());
    tracing = started;
  }
  const log = (line: string) => logger.info(line);
  const databaseUrl = env.databaseUrl ?? (await startDatabase(dataDirectory, log, cleanups));
  signal.throwIfAborted();
  const { startInstance } = await loadInstance();
  // This also frees the cached code in memory, which Node.js otherwise keeps until it exits.
  flushCompileCache();
  const { isDemo } = args;
  await startInstance(
    { env, databaseUrl, dataDirectory, logger, monitoring, tracing, isDemo, signal },
    cleanups,
  );
}

async function startDatabase(
  dataDir: string,
  log: (line: string) => void,
  cleanups: Cleanup[],
): Promise<string> {
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log,
    // `start` awaits it and reports its errors.
    onLaunch: () => void loadInstance().catch(() => undefined),
  });
  cleanups.push(() => postgres.stop());
  return postgres.url;
}
