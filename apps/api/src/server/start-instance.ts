import { createDatabase } from '@skein/db';
import { migrate } from '@skein/db/migrate';
import { checkPooler, requireNoPooler } from '@skein/db/pooler';
import { createApp } from './app.ts';
import { startBackgroundJobs } from './jobs/background-jobs.ts';
import type { Env } from '../platform/config/env.ts';
import { createServices } from './composition-root.ts';
import type { Services } from './composition-root.ts';
import type { ReplicaSettings } from './instance-settings.ts';
import { toInstanceSettings, toRelay } from './instance-settings.ts';
import type { ServerPhase } from '../http/middleware/readiness-gate.ts';
import { startServer } from '../http/server/server.ts';
import { MediaStoreError } from '../modules/media/index.ts';
import type { RunningMetrics } from './metrics/start-metrics.ts';
import type { Logger } from '../platform/logger.ts';
import type { Tracing } from '../platform/tracing.ts';
import { describeOwnerOffer } from './owner-offer.ts';
import { waitForDatabase } from './wait-for-database.ts';

/** The time for a reverse proxy to notice that the server is stopping. */
const stopDrainMs = 1000;

/** The additional time for running requests to finish. */
const stopGraceMs = 8000;

/** Skein does not change its user: the checkout and the data directory may belong to root. */
const rootNotice =
  'WARNING: Skein runs as root, so a vulnerability in it could affect the whole machine. Start it as an ordinary user: see "Run as a systemd service" in docs/install.md';

/** Reverts one step of the start. */
export type Cleanup = () => Promise<void>;

interface StartOptions {
  env: Env;
  databaseUrl: string;
  dataDirectory: string;
  logger: Logger;
  monitoring: RunningMetrics;
  tracing: Tracing | undefined;
  isDemo: boolean;
  signal: AbortSignal;
}

/** Starts the server and its jobs on a running database. */
export async function startInstance(options: StartOptions, cleanups: Cleanup[]): Promise<void> {
  const { env, databaseUrl, dataDirectory, logger, monitoring, tracing, signal } = options;
  const pooler =
    env.databaseDirectUrl === undefined ? undefined : { keepsPreparedStatements: false };
  const replicas = await loadReplicas(env, logger);
  if (replicas !== undefined) cleanups.push(() => replicas.replicas.stop());
  const database = createDatabase({
    url: databaseUrl,
    pooler,
    replicas: replicas?.replicas,
    trace: tracing && ((statement, run) => tracing.statement(statement, run)),
    poolSize: env.databasePoolSize,
    onError: (error) => logger.warn({ err: error }, 'a database connection failed'),
    watch: (read) => {
      monitoring.gauges.pool = read;
    },
  });
  cleanups.push(() => database.$disconnect());

  const services = await createServices(
    await toInstanceSettings(env, {
      database,
      databaseUrl,
      databaseDirectUrl: env.databaseDirectUrl ?? databaseUrl,
      pooler,
      replicas,
      logger,
      dataDirectory,
      relay: toRelay(env),
      metrics: monitoring.metrics,
      tracing,
    }),
  );
  connectGauges(monitoring, services);
  cleanups.push(() => services.emailSender.stop());
  cleanups.push(() => services.rateLimiter.stop());
  cleanups.push(() => services.bus.stop());
  await checkMediaStore(services);
  let phase: ServerPhase = 'starting';
  const server = await startServer(
    createApp(services, () => phase),
    env,
  );
  cleanups.push(() => {
    if (phase === 'ready') phase = 'stopping';
    return server.stop({ drainMs: stopDrainMs, graceMs: stopGraceMs });
  });
  // Open event streams would keep the server from stopping.
  const endStreams = () => services.realtime.stop();
  signal.addEventListener('abort', endStreams, { once: true });
  await waitForDatabase(() => prepareDatabase(env, services), { logger, signal });
  signal.throwIfAborted();
  const notices = [...listNotices(services), ...(await startReplicas(services))];
  if (options.isDemo) {
    notices.push(...(await seedDemoData(services)));
    await Promise.all([services.siteSettings.load(), services.announcements.load()]);
  }
  cleanups.push(startBackgroundJobs(services, services.settings.databaseDirectUrl));
  signal.throwIfAborted();
  phase = 'ready';
  await printStartMessage(services, server.port, notices);
}

/** Sets the sources of the values that are read at each scrape. */
function connectGauges({ gauges }: RunningMetrics, { settings, realtime }: Services): void {
  gauges.openStreams = () => realtime.count();
  gauges.reads = () => settings.replicas?.replicas.stats() ?? [];
  gauges.disk = async () => ({
    freeBytes: (await settings.readDisk(settings.dataDirectory)).freeBytes,
    reserveBytes: settings.diskReserveBytes,
  });
}

/** Checks the addresses of an external database, migrates it and reads the settings in it. */
async function prepareDatabase(
  env: Env,
  { announcements, federation, settings, siteSettings }: Services,
): Promise<void> {
  const { databaseUrl: url, databaseDirectUrl: directUrl, pooler, logger } = settings;
  if (pooler !== undefined) await checkPooler({ url, directUrl }, pooler);
  else if (env.databaseUrl !== undefined) await requireNoPooler(url, 'DATABASE_URL');
  await migrate(directUrl, { log: (line) => logger.info(line) });
  await federation?.requireStoredDomain();
  await Promise.all([siteSettings.load(), announcements.load()]);
}

async function loadReplicas(env: Env, logger: Logger): Promise<ReplicaSettings | undefined> {
  const { databaseUrl, databaseReplicaUrls: urls } = env;
  if (databaseUrl === undefined || urls.length === 0) return undefined;
  const [{ Replicas, everyone }, { createRequestDatabase }] = await Promise.all([
    import('@skein/db/replicas'),
    import('../http/routes/request-database.ts'),
  ]);
  const replicas = new Replicas({
    primaryUrl: env.databaseDirectUrl ?? databaseUrl,
    urls,
    poolSize: env.databasePoolSize,
    maxLagMs: env.databaseReplicaMaxLagMs,
    onChange: ({ number, error }) => {
      if (error === undefined) logger.info({ replica: number }, 'reads use a replica again');
      else logger.warn({ replica: number, err: error }, 'reads do not use a replica');
    },
  });
  return { replicas, everyone, createRequestDatabase };
}

/** Returns messages about replicas that cannot be used. They are checked again continuously. */
async function startReplicas({ settings }: Services): Promise<string[]> {
  if (settings.replicas === undefined) return [];
  const { replicas, everyone } = settings.replicas;
  // Another server, or this one before its restart, may have made anything until now.
  replicas.require([everyone], await replicas.findPosition());
  await replicas.start();
  return Array.from(replicas.errors(), ([number, error]) => {
    const reason = error instanceof Error ? error.message : String(error);
    return `Reads do not use replica ${number} of DATABASE_REPLICA_URLS: ${reason}`;
  });
}

/** Messages for the operator after the start. */
function listNotices({ settings, emailSender }: Services): string[] {
  // The database and uploads may be elsewhere.
  const notices = [`Data directory: ${settings.dataDirectory}`];
  if (process.getuid?.() === 0) {
    notices.push(rootNotice);
    settings.logger.warn(rootNotice);
  }
  if (emailSender.emailDirectory !== null) {
    notices.push(
      `SMTP_URL is not set, so emails are not sent but written to ${emailSender.emailDirectory}`,
    );
  }
  return notices;
}

/** Fails for a wrong key or bucket; a store that is unavailable may recover. */
async function checkMediaStore({ mediaStore, settings }: Services): Promise<void> {
  try {
    await mediaStore.check();
  } catch (error) {
    if (error instanceof MediaStoreError) throw error;
    settings.logger.warn({ err: error }, 'the media store is unavailable');
  }
}

/** Returns the logins of the demo, or the reason why no demo data was created. */
async function seedDemoData({ settings, media }: Services): Promise<string[]> {
  // Imported only here, because servers without demo data need none of it.
  const { DemoSeedError, seedDemo } = await import('../demo/index.ts');
  const { database, bcryptCost, clock } = settings;
  try {
    const { user, owner } = await seedDemo({
      database,
      media,
      bcryptCost,
      now: clock.now(),
      onStart: () => process.stdout.write('Creating the demo data, which takes a few seconds…\n'),
    });
    return [
      `Sign in as ${user.email} with the password ${user.password}`,
      `or, for the administration, as ${owner.email} with the password ${owner.password}`,
    ];
  } catch (error) {
    if (error instanceof DemoSeedError) return [error.message];
    throw error;
  }
}

async function printStartMessage(
  { settings: { publicUrl }, setupCode, siteSettings, users }: Services,
  port: number,
  notices: readonly string[],
): Promise<void> {
  const address = publicUrl.port === '0' ? `http://localhost:${port}` : publicUrl.origin;
  const offer = (await users.isOwnerOffered()) ? describeOwnerOffer(address, setupCode.text) : [];
  const lines = [`${siteSettings.current().name} is at ${address}`, ...notices, ...offer];
  process.stdout.write(`\n${lines.map((line) => `  ${line}\n`).join('')}\n`);
}
