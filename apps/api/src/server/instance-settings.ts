import { existsSync } from 'node:fs';
import path from 'node:path';
import { systemClock } from '../platform/clock.ts';
import { checkoutDirectory, readVersion } from '../platform/config/checkout.ts';
import type { Env } from '../platform/config/env.ts';
import { loadOrCreateSecret } from '../platform/config/secrets.ts';
import type { RelayKind } from '../platform/events/open-bus.ts';
import type { InstanceSettings } from './composition-root.ts';

const siteDirectory = path.join(checkoutDirectory, 'apps/web/dist');

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
    siteDirectory: existsSync(path.join(siteDirectory, 'index.html')) ? siteDirectory : undefined,
    fixedSettings: {
      name: env.instanceName,
      description: env.instanceDescription,
      hasLinkCards: env.hasLinkCards,
    },
    termsText: env.termsText,
    isIndexable: env.isIndexable,
    publicUrl: env.publicUrl,
    jwtSecret: env.jwtSecret ?? (await loadOrCreateSecret(secretFile)),
    bcryptCost: env.bcryptCost,
    adminEmails: env.adminEmails,
    backupMaxAgeDays: env.backupMaxAgeDays,
    // Otherwise, the operator has chosen the owners.
    isFirstAccountOwner: env.adminEmails.length === 0,
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

export function toRelay({ redisUrl }: Pick<Env, 'redisUrl'>): RelayKind {
  return redisUrl === undefined ? { kind: 'postgres' } : { kind: 'redis', url: redisUrl };
}
