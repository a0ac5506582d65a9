import { existsSync } from 'node:fs';
import path from 'node:path';
import { openCounterStore } from '../platform/rate-limits/index.ts';
import type { OpenCounterStore } from '../platform/rate-limits/index.ts';
import { repeat, systemClock } from '../platform/clock.ts';
import { checkoutDirectory, readVersion } from '../platform/config/checkout.ts';
import type { Env } from '../platform/config/env.ts';
import { loadOrCreateSecret } from '../platform/config/secrets.ts';
import type { RelayKind } from '../platform/events/open-bus.ts';
import type { Database } from '@skein/db';
import type { Pooler } from '@skein/db/pooler';
import type { Replicas } from '@skein/db/replicas';
import type { MediaLocation } from '../platform/config/media-location.ts';
import type { createRequestDatabase } from '../http/routes/request-database.ts';
import type { Clock, Repeat } from '../platform/clock.ts';
import { readDisk } from '../platform/disk-space.ts';
import type { ReadDisk } from '../platform/disk-space.ts';
import type { Logger } from '../platform/logger.ts';
import type { Metrics } from '../platform/metrics.ts';
import { createSendPublicRequest } from '../platform/public-request.ts';
import type { SendRequest } from '../platform/public-request.ts';
import { generateRsaKeyPair } from '../platform/rsa-key-pair.ts';
import type { GenerateRsaKeyPair } from '../platform/rsa-key-pair.ts';
import type { Tracing } from '../platform/tracing.ts';

const siteDirectory = path.join(checkoutDirectory, 'apps/web/dist');

export interface ReplicaSettings {
  replicas: Replicas;
  /** The key of positions that apply to all users. */
  everyone: string;
  /** The server imports this dynamically, because most instances have no replicas. */
  createRequestDatabase: typeof createRequestDatabase;
}

/** What the server uses of the machine and the network. Tests pass doubles. */
export interface Environment {
  clock: Clock;
  readDisk: ReadDisk;
  /** Sends requests to addresses that users have given. */
  sendRequest: SendRequest;
  generateRsaKeyPair: GenerateRsaKeyPair;
  openCounterStore: OpenCounterStore;
  /** Calls a function periodically. Returns a function that ends this. */
  repeat: Repeat;
}

/** What the server and the command line create before the modules. */
interface Resources {
  database: Database;
  /** The URL of `database`, for components with their own connection pool. */
  databaseUrl: string;
  /** The URL of PostgreSQL itself, for components that need a session of their own. */
  databaseDirectUrl: string;
  /** The connection pooler in `databaseUrl`, if any. */
  pooler?: Pooler | undefined;
  /** The read replicas of `database`, if any. */
  replicas?: ReplicaSettings | undefined;
  /** How the instance's servers exchange signals. */
  relay: RelayKind;
  logger: Logger;
  /** Absolute. */
  dataDirectory: string;
  metrics: Metrics;
  /** Undefined without a collector. */
  tracing?: Tracing | undefined;
}

type CompletedSetting = 'mediaLocation' | 'jwtSecret' | 'fixedSettings' | keyof Resources;

/** Everything that differs between instances: settings and external dependencies. */
export interface InstanceSettings extends Omit<Env, CompletedSetting>, Resources, Environment {
  mediaLocation: MediaLocation;
  /** The site settings that environment variables set. */
  fixedSettings: Partial<Env['fixedSettings']>;
  jwtSecret: string;
  /** Absolute. Contains the files of running requests and may be shared by several servers. */
  uploadsDirectory: string;
  /** The built web app; undefined to serve only the API. */
  siteDirectory: string | undefined;
  verifyResponses: boolean;
  version: string;
}

const systemEnvironment: Environment = {
  clock: systemClock,
  readDisk,
  sendRequest: createSendPublicRequest(),
  generateRsaKeyPair,
  openCounterStore,
  repeat,
};

/** Completes the settings with their defaults in the data directory. */
export async function toInstanceSettings(
  env: Env,
  resources: Resources,
): Promise<InstanceSettings> {
  const { dataDirectory } = resources;
  const secretFile = env.jwtSecretFile ?? path.join(dataDirectory, 'secrets', 'jwt-secret');
  return {
    ...env,
    ...resources,
    ...systemEnvironment,
    mediaLocation: env.mediaLocation ?? {
      kind: 'folder',
      directory: path.join(dataDirectory, 'media'),
    },
    jwtSecret: env.jwtSecret ?? (await loadOrCreateSecret(secretFile)),
    uploadsDirectory: path.join(dataDirectory, 'uploads'),
    siteDirectory: findSite(),
    verifyResponses: env.isDevelopment,
    version: await readVersion(),
  };
}

export function toRelay({ redisUrl }: Pick<Env, 'redisUrl'>): RelayKind {
  return redisUrl === undefined ? { kind: 'postgres' } : { kind: 'redis', url: redisUrl };
}

/** The built web app, if it was built. */
function findSite(): string | undefined {
  return existsSync(path.join(siteDirectory, 'index.html')) ? siteDirectory : undefined;
}
