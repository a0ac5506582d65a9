import { existsSync } from 'node:fs';
import path from 'node:path';
import { systemClock } from '../platform/clock.ts';
import { checkoutDirectory, readVersion } from '../platform/config/checkout.ts';
import type { Env } from '../platform/config/env.ts';
import { loadOrCreateSecret } from '../platform/config/secrets.ts';
import type { RelayKind } from '../platform/events/open-bus.ts';

import type { Database } from '@skein/db';
import type { Pooler } from '@skein/db/pooler';
import type { Replicas } from '@skein/db/replicas';
import type { MediaLocation } from '../platform/config/media-location.ts';
import type { MediaQuota } from '../platform/config/media-quota.ts';
import type { SignInSettings } from '../platform/config/sign-in-settings.ts';
import type { createRequestDatabase } from '../http/routes/request-database.ts';
import type { FixedSettings } from '../modules/instance/index.ts';
import type { RateLimitRules } from '../platform/config/rate-limit-rules.ts';
import type { Clock } from '../platform/clock.ts';
import type { Disk, ReadFreeBytes } from '../platform/disk-space.ts';
import type { Logger } from '../platform/logger.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Tracing } from '../platform/tracing.ts';

const siteDirectory = path.join(checkoutDirectory, 'apps/web/dist');

export interface ReplicaSettings {
  replicas: Replicas;
  /** The key of positions that apply to all users. */
  everyone: string;
  /** Not a static import, because most instances have no replicas. */
  createRequestDatabase: typeof createRequestDatabase;
}

/** Everything that differs between instances: settings and external dependencies. */
export interface InstanceSettings extends SignInSettings {
  database: Database;
  /** The URL of `database`, for components with their own connection pool. */
  databaseUrl: string;
  /** The URL of PostgreSQL itself, for components that need a session of their own. */
  databaseDirectUrl: string;
  /** The connection pooler in `databaseUrl`, if any. */
  pooler?: Pooler | undefined;
  /** The read replicas of `database`, if any. */
  replicas?: ReplicaSettings | undefined;
  /** The maximum number of connections of `database`. */
  databasePoolSize: number;
  /** How the instance's servers exchange signals. */
  relay: RelayKind;
  logger: Logger;
  clock: Clock;
  /** Absolute. */
  dataDirectory: string;
  mediaLocation: MediaLocation;
  /** The maximum of media files per user. */
  mediaQuota: MediaQuota;
  /** The maximum total size of media files; Infinity for no limit. */
  mediaTotalBytes: number;
  /** The space that uploads leave free on each disk they are written to. */
  diskReserveBytes: number;
  /** Alerts administrators when the last backup is older; undefined: never. */
  backupMaxAgeDays: number | undefined;
  /** Replaces reading the disk with the data directory in tests. */
  readDisk?: () => Promise<Disk>;
  /** Replaces reading the free disk space in tests. */
  readFreeBytes?: ReadFreeBytes;
  /** Absolute. Contains the files of running requests and may be shared by several servers. */
  uploadsDirectory: string;
  /** The built web app; undefined to serve only the API. */
  siteDirectory: string | undefined;
  /** The site settings that environment variables set. */
  fixedSettings: FixedSettings;
  /** The operator's terms of use; undefined for the built-in ones. */
  termsText: string | undefined;
  /** Whether search engines may list public pages. */
  isIndexable: boolean;
  publicUrl: URL;
  jwtSecret: string;
  bcryptCost: number;
  /** Lower case. A user who has verified one of these addresses is an administrator. */
  adminEmails: readonly string[];
  /** Whether administration requires a session with a second factor or passkey. */
  requiresAdminTwoFactor: boolean;
  /** The contact in `security.txt`; undefined to publish none. */
  securityContact: string | undefined;
  /** Null disables rate limits. */
  rateLimitRules: RateLimitRules | null;
  /** The time after which rate limits are counted in memory; half a second by default. */
  counterTimeoutMs?: number;
  /** The maximum of open event streams per IP address. */
  streamsPerAddressMax: number;
  trustedProxies: number;
  /** Undefined to write emails to `dataDirectory` instead of sending them. */
  smtpUrl: string | undefined;
  /** The sender of emails; undefined for an address at the host of `publicUrl`. */
  emailFrom: string | undefined;
  /** The PATH to find system programs; undefined for the system's default. */
  searchPath: string | undefined;
  /** Host names of push services; `*.example.org` for those below a domain, `*` for all. */
  pushHosts: readonly string[];
  /** Whether webhooks may be in private networks. */
  allowsPrivateWebhooks: boolean;
  /** Whether videos are converted for all browsers, if ffmpeg is installed. */
  convertsVideos: boolean;
  /** Replaces ffmpeg on the PATH. For tests. */
  ffmpegPath?: string;
  /** How often the progress of a conversion is stored. For tests. */
  heartbeatMs?: number;
  /** Fetches pages also from private networks and any port. For tests. */
  areLinksUnrestricted?: boolean;
  linkImagesMax?: number;
  /** Sends push messages to any address and without delay. For tests. */
  isPushUnrestricted?: boolean;
  metrics: Metrics;
  /** Undefined without a collector. */
  tracing?: Tracing | undefined;
  verifyResponses: boolean;
  version: string;
}

/** The settings of the environment, and those that differ between the server and the command line. */
export async function toInstanceSettings(
  env: Env,
  dependencies: Pick<
    InstanceSettings,
    | 'database'
    | 'databaseUrl'
    | 'databaseDirectUrl'
    | 'pooler'
    | 'replicas'
    | 'relay'
    | 'logger'
    | 'dataDirectory'
    | 'metrics'
    | 'tracing'
  >,
): Promise<InstanceSettings> {
  const { dataDirectory } = dependencies;
  const secretFile = env.jwtSecretFile ?? path.join(dataDirectory, 'secrets', 'jwt-secret');
  return {
    ...dependencies,
    clock: systemClock,
    mediaLocation: env.mediaLocation ?? {
      kind: 'folder',
      directory: path.join(dataDirectory, 'media'),
    },
    mediaQuota: env.mediaQuota,
    mediaTotalBytes: env.mediaTotalBytes,
    diskReserveBytes: env.diskReserveBytes,
    uploadsDirectory: path.join(dataDirectory, 'uploads'),
    siteDirectory: findSite(),
    fixedSettings: toFixedSettings(env),
    termsText: env.termsText,
    isIndexable: env.isIndexable,
    publicUrl: env.publicUrl,
    jwtSecret: env.jwtSecret ?? (await loadOrCreateSecret(secretFile)),
    bcryptCost: env.bcryptCost,
    adminEmails: env.adminEmails,
    backupMaxAgeDays: env.backupMaxAgeDays,
    requiresAdminTwoFactor: env.requiresAdminTwoFactor,
    oidc: env.oidc,
    hasPasswordSignIn: env.hasPasswordSignIn,
    securityContact: env.securityContact,
    rateLimitRules: env.rateLimitRules,
    pushHosts: env.pushHosts,
    allowsPrivateWebhooks: env.allowsPrivateWebhooks,
    convertsVideos: env.convertsVideos,
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

function toFixedSettings(env: Env): InstanceSettings['fixedSettings'] {
  return {
    name: env.instanceName,
    description: env.instanceDescription,
    hasLinkCards: env.hasLinkCards,
    ...env.uploadSettings,
  };
}

export function toRelay({ redisUrl }: Pick<Env, 'redisUrl'>): RelayKind {
  return redisUrl === undefined ? { kind: 'postgres' } : { kind: 'redis', url: redisUrl };
}

/** The built web app, if it was built. */
function findSite(): string | undefined {
  return existsSync(path.join(siteDirectory, 'index.html')) ? siteDirectory : undefined;
}
