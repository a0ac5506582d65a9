import { existsSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createDatabase } from '@skein/db';
import { defaultDataDir, startEmbeddedPostgres } from '@skein/db/embedded';
import type { EmbeddedPostgres } from '@skein/db/embedded';
import { migrate } from '@skein/db/migrate';
import { createApp } from './app.ts';
import { startBackgroundJobs } from './background-jobs.ts';
import { readEnv } from './config/env.ts';
import type { Env } from './config/env.ts';
import { keepSecret } from './config/secrets.ts';
import { createContainer } from './container.ts';
import type { Container } from './container.ts';
import { startServer } from './http/server.ts';
import { systemClock } from './shared/clock.ts';
import { explainStartFailure } from './start-failure.ts';
import { createLogger } from './shared/logger.ts';
import type { Logger } from './shared/logger.ts';

const checkoutDirectory = fileURLToPath(new URL('../../..', import.meta.url));
const siteDirectory = path.join(checkoutDirectory, 'apps/web/dist');

/** Running requests may finish for so long once the server is told to stop. */
const stopGraceMs = 10_000;

/** A step of the start, and how it is taken back. Taken back in the opposite order. */
type Undo = () => Promise<void>;

/**
 * The process: brings everything up, says where it is, and takes it down on SIGTERM or SIGINT.
 * A mistake in the surroundings ends it with one clear sentence and exit code 1.
 */
export async function runServer(args: readonly string[]): Promise<void> {
  const undo: Undo[] = [];
  const stop = once(async () => {
    for (const step of undo.toReversed()) await step();
  });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => void stop().then(() => process.exit(0)));
  }
  try {
    await start(args, undo);
  } catch (error) {
    await stop();
    process.stderr.write(`\n${explainStartFailure(error)}\n`);
    process.exit(1);
  }
}

async function start(args: readonly string[], undo: Undo[]): Promise<void> {
  const env = readEnv(process.env);
  const logger = createLogger({ level: env.logLevel });
  const dataDirectory = env.dataDirectory ?? defaultDataDir(checkoutDirectory);
  await mkdir(dataDirectory, { recursive: true });
  // What a killed process had half received.
  await rm(path.join(dataDirectory, 'uploads'), { recursive: true, force: true });

  const databaseUrl = env.databaseUrl ?? (await startDatabase(dataDirectory, logger, undo));
  await migrate(databaseUrl, { log: (line) => logger.info(line) });
  const database = createDatabase({
    url: databaseUrl,
    poolSize: env.databasePoolSize,
    onError: (error) => logger.warn({ err: error }, 'a database connection broke'),
  });
  undo.push(() => database.$disconnect());

  const container = createContainer({
    database,
    logger,
    clock: systemClock,
    dataDirectory,
    siteDirectory: existsSync(path.join(siteDirectory, 'index.html')) ? siteDirectory : undefined,
    instanceName: env.instanceName,
    publicUrl: env.publicUrl,
    jwtSecret: env.jwtSecret ?? (await keepSecret(dataDirectory, 'jwt-secret')),
    bcryptCost: env.bcryptCost,
    trustedProxies: env.trustedProxies,
    verifyAnswers: env.isDevelopment,
    version: await readVersion(),
  });
  const notices = args.includes('--demo') ? [await fillWithDemo(container)] : [];
  undo.push(startBackgroundJobs(container, databaseUrl));
  const server = await startServer(createApp(container), env);
  undo.push(() => server.stop(stopGraceMs));
  announce(env, server.port, notices);
}

/** Gives the line that tells how to enter, or why nothing was filled in. */
async function fillWithDemo({ settings, mediaStore, media }: Container): Promise<string> {
  // Loaded only here: what draws its pictures is of no use to a server.
  const { DemoRefusedError, seedDemo } = await import('./demo/index.ts');
  const { database, bcryptCost, clock } = settings;
  try {
    const login = await seedDemo({ database, media, mediaStore, bcryptCost, now: clock.now() });
    return `Sign in as ${login.email} with the password ${login.password}`;
  } catch (error) {
    if (error instanceof DemoRefusedError) return error.message;
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

async function readVersion(): Promise<string> {
  const manifest: unknown = JSON.parse(
    await readFile(path.join(checkoutDirectory, 'package.json'), 'utf8'),
  );
  return isObject(manifest) && typeof manifest['version'] === 'string' ? manifest['version'] : '';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function announce(env: Env, port: number, notices: readonly string[]): void {
  const address = env.publicUrl.port === '0' ? `http://localhost:${port}` : env.publicUrl.origin;
  const lines = [`${env.instanceName} is at ${address}`, ...notices];
  process.stdout.write(`\n${lines.map((line) => `  ${line}\n`).join('')}\n`);
}

function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => (running ??= work());
}
