import { once } from 'node:events';
import { createServer } from 'node:http';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createDatabase } from '@skein/db';
import type { Database } from '@skein/db';
import { cloneDatabase } from '@skein/db/testing';
import type {} from '@skein/db/testing/global-setup';
import supertest from 'supertest';
import { inject } from 'vitest';
import { openCounterStore } from '../../src/platform/rate-limits/index.ts';
import { acceptUpgrades, upgradeOptions } from '../../src/http/server/upgrades.ts';
import { createApp } from '../../src/server/app.ts';
import { createServices } from '../../src/server/composition-root.ts';
import type { Services } from '../../src/server/composition-root.ts';
import { toInstanceSettings } from '../../src/server/instance-settings.ts';
import type { InstanceSettings } from '../../src/server/instance-settings.ts';
import { readEnv } from '../../src/platform/config/env.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { noMetrics } from '../../src/platform/metrics.ts';
import { TestClock } from './clock.ts';

/** An instance for one test file with its own database, files and clock. */
export interface TestApi {
  request: ReturnType<typeof supertest>;
  /** The port on 127.0.0.1, for raw requests. */
  port: number;
  services: Services;
  database: Database;
  databaseUrl: string;
  clock: TestClock;
  dataDirectory: string;
  /** Names of the files in the media store. */
  listFiles(): Promise<string[]>;
  /** Names of the files of running upload requests. */
  listUploads(): Promise<string[]>;
  close(): Promise<void>;
}

/** The JWT secret of test instances. */
export const testJwtSecret = 'a secret for tests alone, long enough';

/**
 * What differs from a server in production, because a test process needs it. Everything else has the
 * default of the environment variables.
 */
const testSettings = {
  // A password is hashed in one millisecond.
  bcryptCost: 4,
  // A busy machine does not change where points are counted.
  openCounterStore: (options) => openCounterStore(options, 20_000),
  // Responses do not depend on whether ffmpeg is installed, the web app is built or the disk is full.
  convertsVideos: false,
  siteDirectory: undefined,
  readDisk: () => Promise.resolve({ freeBytes: 1024 ** 4, totalBytes: 2 * 1024 ** 4 }),
  verifyResponses: true,
  version: '0.0.0-test',
} satisfies Partial<InstanceSettings>;

interface TestApiOptions {
  /** Replaces the new database, for example by an unreachable one. */
  databaseUrl?: string;
  /** The database to copy, by default an empty one. */
  templateUrl?: string;
  /**
   * `off` disables all rate limits, for a file that sends more requests than one user or address may
   * send. The default is the limits of production.
   */
  limits?: 'off';
  /** Overrides of the default settings. */
  settings?: Partial<InstanceSettings>;
}

export async function startTestApi(options: TestApiOptions = {}): Promise<TestApi> {
  const clone =
    options.databaseUrl === undefined
      ? await cloneDatabase(options.templateUrl ?? inject('templateUrl'))
      : { url: options.databaseUrl, drop: () => Promise.resolve() };
  const env = readEnv({
    PUBLIC_URL: 'http://skein.test',
    JWT_SECRET: testJwtSecret,
    // Production requires rate limits.
    ...(options.limits === 'off' ? { RATE_LIMIT_FACTOR: '0' } : { NODE_ENV: 'production' }),
  });
  const tracing = options.settings?.tracing;
  let isClosing = false;
  const database = createDatabase({
    url: clone.url,
    poolSize: env.databasePoolSize,
    replicas: options.settings?.replicas?.replicas,
    trace: tracing && ((statement, run) => tracing.statement(statement, run)),
    onError: (error) => {
      // Dropping the database terminates connections that are still closing.
      if (!isClosing) throw error;
    },
  });
  const dataDirectory = await mkdtemp(path.join(tmpdir(), 'skein-api-'));
  const clock = new TestClock();
  const services = await createServices({
    ...(await toInstanceSettings(env, {
      database,
      databaseUrl: clone.url,
      databaseDirectUrl: clone.url,
      relay: { kind: 'none' },
      logger: createLogger({ level: 'silent' }),
      dataDirectory,
      metrics: noMetrics,
    })),
    ...testSettings,
    clock,
    ...options.settings,
  });
  const app = createApp(services);
  const server = createServer(upgradeOptions, app).listen(0, '127.0.0.1');
  acceptUpgrades(server, app);
  await once(server, 'listening');
  return {
    request: supertest(server),
    // The address is a string only for Unix domain sockets.
    port: (server.address() as AddressInfo).port,
    services,
    database,
    databaseUrl: clone.url,
    clock,
    dataDirectory,
    listFiles: () => listFiles(path.join(dataDirectory, 'media')),
    listUploads: () => listFiles(services.settings.uploadsDirectory),
    async close() {
      services.realtime.stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      isClosing = true;
      await Promise.all([
        services.emailSender.stop(),
        services.rateLimiter.stop(),
        services.bus.stop(),
      ]);
      await database.$disconnect();
      await clone.drop();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}

async function listFiles(directory: string): Promise<string[]> {
  if (!existsSync(directory)) return [];
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}
