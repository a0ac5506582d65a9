import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createDatabase } from '@skein/db';
import { defaultDataDir, startEmbeddedPostgres } from '@skein/db/embedded';
import type { EmbeddedPostgres } from '@skein/db/embedded';
import { migrate } from '@skein/db/migrate';
import { createApp } from './app.ts';
import { startBackgroundJobs } from './jobs/background-jobs.ts';
import { checkoutDirectory, readVersion } from '../platform/config/checkout.ts';
import { readArguments } from '../platform/config/arguments.ts';
import type { Arguments } from '../platform/config/arguments.ts';
import { prepareDataDirectory } from '../platform/config/data-directory.ts';
import { readEnv } from '../platform/config/env.ts';
import type { Env } from '../platform/config/env.ts';
import { loadOrCreateSecret } from '../platform/config/secrets.ts';
import { createServices } from './composition-root.ts';
import type { Services, InstanceSettings } from './composition-root.ts';
import type { ServerPhase } from '../http/middleware/readiness-gate.ts';
import { startServer } from '../http/server/server.ts';
import { MediaStoreError } from '../modules/media/index.ts';
import { systemClock } from '../platform/clock.ts';
import { startMetrics } from './metrics/start-metrics.ts';
import { describeStartupError } from './startup-error.ts';
import { openLogDestination } from '../platform/log-destination.ts';
import { createLogger } from '../platform/logger.ts';
import type { Logger } from '../platform/logger.ts';
import { waitForDatabase } from './wait-for-database.ts';

const siteDirectory = path.join(checkoutDirectory, 'apps/web/dist');

/** So long a proxy has to notice that this server leaves, and to send nothing more. */
const stopDrainMs = 1000;

/** Running requests may finish for so long after that. */
const stopGraceMs = 8000;

/** Root stays root: the checkout, its build caches and the data directory belong to it. */
const rootNotice =
  'WARNING: Skein runs as root, so a mistake in it could change the whole machine. Only PostgreSQL runs as a user of its own. Start Skein as an ordinary user: see "systemd" in docs/self-hosting.md';

/** How a step of the start is taken back. Taken back in the opposite order. */
type Undo = () => Promise<void>;

/**
 * The process: brings everything up, says where it is, and takes it down on the signal, which may
 * come in the midst of the start. A mistake in the surroundings ends it with one clear sentence
 * and exit code 1.
 */
export async function runServer(args: readonly string[], signal: AbortSignal): Promise<void> {
  const undo: Undo[] = [];
  const failures: unknown[] = [];
  try {
    await start(readArguments(args), undo, signal);
    await once(signal, 'abort');
  } catch (error) {
    // Told to stop, a start may fail in any way.
    if (!signal.aborted) failures.push(error);
  }
  failures.push(...(await takeBack(undo)));
  for (const failure of failures) process.stderr.write(`\n${describeStartupError(failure)}\n`);
  process.exit(failures.length === 0 ? 0 : 1);
}

/** Takes back what it can, and gives what stood in the way of the rest. */
async function takeBack(undo: readonly Undo[]): Promise<unknown[]> {
  const failures: unknown[] = [];
  for (const step of undo.toReversed()) {
    try {
      await step();
    } catch (error) {
      failures.push(error);
    }
  }
  return failures;
}

/** Each step is done before the signal is looked at, so that nothing is left half begun. */
async function start(args: Arguments, undo: Undo[], signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const env = readEnv(process.env);
  const destination = await openLogDestination(process.stdout);
  const logger = createLogger({ level: env.logLevel, destination });
  const dataDirectory = env.dataDirectory ?? defaultDataDir(checkoutDirectory);
  await prepareDataDirectory(dataDirectory);
  const watching = await startMetrics(env.host, env.metricsPort);
  undo.push(() => watching.stop());
  const databaseUrl = env.databaseUrl ?? (await startDatabase(dataDirectory, logger, undo));
  signal.throwIfAborted();
  const database = createDatabase({
    url: databaseUrl,
    poolSize: env.databasePoolSize,
    onError: (error) => logger.warn({ err: error }, 'a database connection broke'),
    watch: (read) => {
      watching.gauges.pool = read;
    },
  });
  undo.push(() => database.$disconnect());

  const services = createServices(
    await toSettings(env, {
      database,
      databaseUrl,
      logger,
      dataDirectory,
      metrics: watching.metrics,
    }),
  );
  watching.gauges.openStreams = () => services.streams.count();
  undo.push(() => services.emailSender.stop());
  undo.push(() => services.rateLimiter.stop());
  undo.push(() => services.bus.stop());
  await checkMediaStore(services);
  let phase: ServerPhase = 'starting';
  const server = await startServer(
    createApp(services, () => phase),
    env,
  );
  undo.push(() => {
    if (phase === 'ready') phase = 'stopping';
    return server.stop({ drainMs: stopDrainMs, graceMs: stopGraceMs });
  });
  // Before anything else: they would keep the server from its end.
  const endStreams = () => services.streams.stop();
  signal.addEventListener('abort', endStreams, { once: true });
  const prepare = () => migrate(databaseUrl, { log: (line) => logger.info(line) });
  await waitForDatabase(prepare, { logger, signal });
  signal.throwIfAborted();
  const notices = listNotices(services);
  if (args.isDemo) notices.push(await fillWithDemo(services));
  undo.push(startBackgroundJobs(services, databaseUrl));
  signal.throwIfAborted();
  phase = 'ready';
  announce(env, server.port, notices);
}

/** What the person who starts it should know. */
function listNotices({ settings, emailSender }: Services): string[] {
  const notices = [`Everything it keeps is in ${settings.dataDirectory}`];
  if (process.getuid?.() === 0) {
    notices.push(rootNotice);
    settings.logger.warn(rootNotice);
  }
  if (emailSender.emailDirectory !== null) {
    notices.push(
      `Without SMTP_URL letters are not sent but written to ${emailSender.emailDirectory}`,
    );
  }
  return notices;
}

/** A store that is away may come back; a wrong key or bucket will not mend itself. */
async function checkMediaStore({ mediaStore, settings }: Services): Promise<void> {
  try {
    await mediaStore.check();
  } catch (error) {
    if (error instanceof MediaStoreError) throw error;
    settings.logger.warn({ err: error }, 'the media store does not answer');
  }
}

async function toSettings(
  env: Env,
  own: Pick<InstanceSettings, 'database' | 'databaseUrl' | 'logger' | 'dataDirectory' | 'metrics'>,
): Promise<InstanceSettings> {
  const { dataDirectory } = own;
  const secretFile = env.jwtSecretFile ?? path.join(dataDirectory, 'secrets', 'jwt-secret');
  return {
    ...own,
    relay: env.redisUrl === undefined ? { kind: 'postgres' } : { kind: 'redis', url: env.redisUrl },
    clock: systemClock,
    mediaLocation: env.mediaLocation ?? {
      kind: 'folder',
      directory: path.join(dataDirectory, 'media'),
    },
    mediaQuota: env.mediaQuota,
    mediaTotalBytes: env.mediaTotalBytes,
    diskReserveBytes: env.diskReserveBytes,
    uploadsDirectory: path.join(dataDirectory, 'uploads'),
    siteDirectory: existsSync(path.join(siteDirectory, 'index.html')) ? siteDirectory : undefined,
    instanceName: env.instanceName,
    termsText: env.termsText,
    isIndexable: env.isIndexable,
    publicUrl: env.publicUrl,
    jwtSecret: env.jwtSecret ?? (await loadOrCreateSecret(secretFile)),
    bcryptCost: env.bcryptCost,
    adminEmails: env.adminEmails,
    rateLimitRules: env.rateLimitRules,
    pushHosts: env.pushHosts,
    streamsPerAddressMax: env.streamsPerAddressMax,
    databasePoolSize: env.databasePoolSize,
    trustedProxies: env.trustedProxies,
    smtpUrl: env.smtpUrl,
    emailFrom: env.emailFrom,
    searchPath: env.searchPath,
    verifyResponses: env.isDevelopment,
    version: await readVersion(),
  };
}

/** Gives the line that tells how to enter, or why nothing was filled in. */
async function fillWithDemo({ settings, mediaStore, media }: Services): Promise<string> {
  // Loaded only here: what draws its pictures is of no use to a server.
  const { DemoSeedError, seedDemo } = await import('./demo/index.ts');
  const { database, bcryptCost, clock } = settings;
  process.stdout.write('Making the demo community, which takes some seconds…\n');
  try {
    const login = await seedDemo({ database, media, mediaStore, bcryptCost, now: clock.now() });
    return `Sign in as ${login.email} with the password ${login.password}`;
  } catch (error) {
    if (error instanceof DemoSeedError) return error.message;
    throw error;
  }
}

async function startDatabase(dataDirectory: string, logger: Logger, undo: Undo[]): Promise<string> {
  const postgres: EmbeddedPostgres = await startEmbeddedPostgres({
    dataDir: dataDirectory,
    log: (line) => logger.info(line),
  });
  undo.push(() => postgres.stop());
  return postgres.url;
}

function announce(env: Env, port: number, notices: readonly string[]): void {
  const address = env.publicUrl.port === '0' ? `http://localhost:${port}` : env.publicUrl.origin;
  const lines = [`${env.instanceName} is at ${address}`, ...notices];
  process.stdout.write(`\n${lines.map((line) => `  ${line}\n`).join('')}\n`);
}
