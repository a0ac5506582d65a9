import path from 'node:path';
import { z } from 'zod';
import { rateLimitFields, toRateLimitRules } from './rate-limit-rules.ts';
import type { RateLimitRules } from './rate-limit-rules.ts';
import { databaseFields, listDatabaseMistakes, toDatabaseSettings } from './database-settings.ts';
import type { DatabaseSettings } from './database-settings.ts';
import { listSignInMistakes, signInFields, toSignInSettings } from './sign-in-settings.ts';
import type { SignInSettings } from './sign-in-settings.ts';
import { toTracingSettings, tracingFields } from './tracing-settings.ts';
import { toUploadSettings, uploadLimitFields } from './upload-settings.ts';
import type { FixedUploadSettings } from './upload-settings.ts';
import type { TracingSettings } from './tracing-settings.ts';
import { fileContentField, isOrigin, redisUrlField, trueOrFalse, wholeNumber } from './fields.ts';
import { pushHostsField } from './push-hosts.ts';
import { parseMediaLocation } from './media-location.ts';
import type { MediaLocation } from './media-location.ts';
import type { MediaQuota } from './media-quota.ts';

const jwtSecretMinLength = 32;
const bcryptCostMinInProduction = 10;
const termsMaxLength = 100_000;
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;

const originField = z
  .string()
  .refine(isOrigin, {
    error: 'must be an origin without a path, such as https://skein.example',
  })
  .transform((text) => new URL(text));

const mediaLocationField = z.string().transform((text, context) => {
  const location = parseMediaLocation(text);
  if (typeof location !== 'string') return location;
  context.addIssue(location);
  return z.NEVER;
});

/** Every environment variable that the server reads. */
export const environmentSchema = z.object({
  NODE_ENV: z.enum(['development', 'production'], 'must be development or production').optional(),
  PORT: wholeNumber(0, 65_535).default(4000),
  METRICS_PORT: wholeNumber(1, 65_535).optional(),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: originField.optional(),
  PUBLISHED_PORT: wholeNumber(1, 65_535).optional(),
  INSTANCE_NAME: z.string().trim().max(60, 'must have at most 60 characters').optional(),
  INSTANCE_DESCRIPTION: z.string().trim().max(500, 'must have at most 500 characters').optional(),
  TERMS_FILE: fileContentField
    .refine(({ length }) => length <= termsMaxLength, {
      error: `the file must have at most ${termsMaxLength} characters`,
    })
    .optional(),
  SEARCH_ENGINE_INDEXING: trueOrFalse.default('true'),
  DATA_DIR: z.string().optional(),
  ...databaseFields,
  MEDIA_STORE: mediaLocationField.optional(),
  MEDIA_QUOTA_MB: wholeNumber(1, 999_999_999).default(2048),
  MEDIA_QUOTA_FILES: wholeNumber(1, 999_999_999).default(5000),
  MEDIA_TOTAL_GB: wholeNumber(1, 9_999_999).optional(),
  DISK_RESERVE_MB: wholeNumber(0, 999_999_999).default(1024),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  REDIS_URL: redisUrlField.optional(),
  JWT_SECRET: z
    .string()
    .min(jwtSecretMinLength, { error: `must have at least ${jwtSecretMinLength} characters` })
    .optional(),
  JWT_SECRET_FILE: z.string().optional(),
  BCRYPT_COST: wholeNumber(4, 16).default(11),
  ...uploadLimitFields,
  ...rateLimitFields,
  PUSH_HOSTS: pushHostsField,
  LINK_CARDS: z.enum(['on', 'off'], { error: 'must be on or off' }).optional(),
  WEBHOOK_ALLOW_PRIVATE_ADDRESSES: trueOrFalse.default('false'),
  VIDEO_CONVERSION: z.enum(['on', 'off'], { error: 'must be on or off' }).default('on'),
  STREAMS_PER_ADDRESS: wholeNumber(1, 1_000_000).default(50),
  CONNECTIONS_PER_ADDRESS: wholeNumber(1, 1_000_000).default(500),
  ADMIN_EMAILS: z
    .string()
    .transform((text) => text.split(',').map((email) => email.trim().toLowerCase()))
    .refine((emails) => emails.every((email) => /^[^\s@]+@[^\s@]+$/.test(email)), {
      error: 'must be email addresses, separated by commas',
    })
    .optional(),
  REQUIRE_ADMIN_2FA: trueOrFalse.default('false'),
  BACKUP_MAX_AGE_DAYS: wholeNumber(1, 365).optional(),
  ...signInFields,
  SECURITY_CONTACT: z
    .string()
    .trim()
    .regex(/^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/[^\s]+)$/, {
      error: 'must begin with mailto: or https://, such as mailto:security@example.org',
    })
    .optional(),
  TRUST_PROXY: wholeNumber(0, 10).default(0),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, { error: 'must begin with smtp:// or smtps://', abort: true })
    .refine((url) => URL.canParse(url) && new URL(url).hostname !== '', {
      error: 'must be a URL, such as smtp://user:password@mail.example:587',
    })
    .optional(),
  MAIL_FROM: z
    .string()
    .trim()
    .regex(/^(?:[^<>\r\n]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, {
      error: 'must be an address, such as skein@example.org or Skein <skein@example.org>',
    })
    .optional(),
  ...tracingFields,
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
});

export type SettingName = keyof typeof environmentSchema.shape;

/** The names of all settings. */
export const settingNames: readonly string[] = Object.keys(environmentSchema.shape);

export interface Env extends DatabaseSettings, SignInSettings {
  /** Undefined for those that administrators set in the browser. */
  uploadSettings: FixedUploadSettings;
  /** True for `pnpm dev`: responses are verified against their contracts. */
  isDevelopment: boolean;
  host: string;
  port: number;
  /** The port of the Prometheus metrics; undefined disables them. */
  metricsPort: number | undefined;
  /** The origin under which users reach the instance. */
  publicUrl: URL;
  /** Undefined if administrators set it in the browser. */
  instanceName: string | undefined;
  instanceDescription: string | undefined;
  /** The operator's terms of use; undefined for the built-in ones. */
  termsText: string | undefined;
  /** Whether search engines may list public pages. */
  isIndexable: boolean;
  /** Absolute; undefined for the default location. */
  dataDirectory: string | undefined;
  /** Undefined if servers exchange signals through the database. */
  redisUrl: string | undefined;
  /** Undefined for a subdirectory of the data directory. */
  mediaLocation: MediaLocation | undefined;
  mediaQuota: MediaQuota;
  /** The maximum total size of all media files; Infinity for no limit. */
  mediaTotalBytes: number;
  /** The disk space that uploads leave free; 0 disables the check. */
  diskReserveBytes: number;
  /** Undefined for a generated secret in `jwtSecretFile`. */
  jwtSecret: string | undefined;
  /** Undefined for a file in the data directory. In production one of the two must be set. */
  jwtSecretFile: string | undefined;
  bcryptCost: number;
  /** Lower case. */
  adminEmails: readonly string[];
  /** Whether administration requires a session with a second factor or passkey. */
  requiresAdminTwoFactor: boolean;
  backupMaxAgeDays: number | undefined;
  /** The contact in `security.txt`; undefined to publish none. */
  securityContact: string | undefined;
  /** Null if rate limits are disabled. */
  rateLimitRules: RateLimitRules | null;
  /** Lower case. */
  pushHosts: readonly string[];
  /** Whether the server fetches linked pages for cards; undefined if administrators decide. */
  hasLinkCards: boolean | undefined;
  allowsPrivateWebhooks: boolean;
  convertsVideos: boolean;
  /** Infinity if rate limits are disabled. */
  streamsPerAddressMax: number;
  /** Infinity if rate limits are disabled or behind a proxy, which opens all connections. */
  connectionsPerAddressMax: number;
  /** The number of reverse proxies in front of the server. */
  trustedProxies: number;
  /** Undefined if emails are written to the data directory instead of sent. */
  smtpUrl: string | undefined;
  emailFrom: string | undefined;
  logLevel: string;
  /** Undefined without a collector. */
  tracing: TracingSettings | undefined;
  /** The PATH variable, to find system programs. */
  searchPath: string | undefined;
}

/** Invalid settings, one line per mistake. */
export class ConfigurationError extends Error {}

/**
 * Reads and validates all environment variables. Empty variables count as unset.
 * @throws ConfigurationError
 */
export function readEnv(source: Readonly<Record<string, string | undefined>>): Env {
  const given = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
  const result = environmentSchema.safeParse(given);
  if (!result.success) {
    throw new ConfigurationError(
      result.error.issues.map((i) => `${i.path.join('.')}: ${i.message}`).join('\n'),
    );
  }
  requireCompleteS3Key(result.data);
  requireSeparateMetricsPort(result.data);
  requireNone([...listDatabaseMistakes(result.data), ...listSignInMistakes(result.data)]);
  requireProductionSafety(result.data);
  return toEnv(result.data, given['PATH']);
}

function requireSeparateMetricsPort({
  PORT,
  METRICS_PORT,
}: z.output<typeof environmentSchema>): void {
  if (METRICS_PORT !== PORT) return;
  throw new ConfigurationError('METRICS_PORT: must differ from PORT');
}

function requireCompleteS3Key(values: z.output<typeof environmentSchema>): void {
  const { S3_ACCESS_KEY_ID: id, S3_SECRET_ACCESS_KEY: secret } = values;
  if ((id === undefined) === (secret === undefined)) return;
  const missing = id === undefined ? 'S3_ACCESS_KEY_ID' : 'S3_SECRET_ACCESS_KEY';
  throw new ConfigurationError(`${missing}: is required, because the other part of the key is set`);
}

function requireProductionSafety(values: z.output<typeof environmentSchema>): void {
  if (values.NODE_ENV !== 'production') return;
  const mistakes = [
    values.JWT_SECRET === undefined &&
      values.JWT_SECRET_FILE === undefined &&
      'JWT_SECRET: is required in production; generate one with: openssl rand -hex 32',
    values.JWT_SECRET !== undefined &&
      new Set(values.JWT_SECRET).size < 8 &&
      'JWT_SECRET: is too easy to guess; generate one with: openssl rand -hex 32',
    values.RATE_LIMIT_FACTOR === 0 && 'RATE_LIMIT_FACTOR: must be more than 0 in production',
    values.BCRYPT_COST < bcryptCostMinInProduction &&
      `BCRYPT_COST: must be at least ${bcryptCostMinInProduction} in production`,
  ].filter((mistake) => mistake !== false);
  requireNone(mistakes);
}

function requireNone(mistakes: readonly string[]): void {
  if (mistakes.length > 0) throw new ConfigurationError(mistakes.join('\n'));
}

function toEnv(values: z.output<typeof environmentSchema>, searchPath: string | undefined): Env {
  return {
    isDevelopment: values.NODE_ENV === 'development',
    host: values.HOST,
    port: values.PORT,
    metricsPort: values.METRICS_PORT,
    publicUrl:
      values.PUBLIC_URL ?? new URL(`http://localhost:${values.PUBLISHED_PORT ?? values.PORT}`),
    instanceName: values.INSTANCE_NAME,
    instanceDescription: values.INSTANCE_DESCRIPTION,
    termsText: values.TERMS_FILE,
    isIndexable: values.SEARCH_ENGINE_INDEXING === 'true',
    dataDirectory: values.DATA_DIR === undefined ? undefined : path.resolve(values.DATA_DIR),
    ...toDatabaseSettings(values),
    redisUrl: values.REDIS_URL,
    mediaLocation: toMediaLocation(values),
    mediaQuota: { bytes: values.MEDIA_QUOTA_MB * 1024 ** 2, files: values.MEDIA_QUOTA_FILES },
    mediaTotalBytes: (values.MEDIA_TOTAL_GB ?? Infinity) * 1024 ** 3,
    diskReserveBytes: values.DISK_RESERVE_MB * 1024 ** 2,
    jwtSecret: values.JWT_SECRET,
    jwtSecretFile:
      values.JWT_SECRET_FILE === undefined ? undefined : path.resolve(values.JWT_SECRET_FILE),
    bcryptCost: values.BCRYPT_COST,
    backupMaxAgeDays: values.BACKUP_MAX_AGE_DAYS,
    adminEmails: values.ADMIN_EMAILS ?? [],
    requiresAdminTwoFactor: values.REQUIRE_ADMIN_2FA === 'true',
    ...toSignInSettings(values),
    securityContact: values.SECURITY_CONTACT,
    rateLimitRules: toRateLimitRules(values),
    uploadSettings: toUploadSettings(values),
    pushHosts: values.PUSH_HOSTS,
    hasLinkCards: values.LINK_CARDS && values.LINK_CARDS === 'on',
    allowsPrivateWebhooks: values.WEBHOOK_ALLOW_PRIVATE_ADDRESSES === 'true',
    convertsVideos: values.VIDEO_CONVERSION === 'on',
    streamsPerAddressMax: values.RATE_LIMIT_FACTOR === 0 ? Infinity : values.STREAMS_PER_ADDRESS,
    connectionsPerAddressMax:
      values.RATE_LIMIT_FACTOR === 0 || values.TRUST_PROXY > 0
        ? Infinity
        : values.CONNECTIONS_PER_ADDRESS,
    trustedProxies: values.TRUST_PROXY,
    smtpUrl: values.SMTP_URL,
    emailFrom: values.MAIL_FROM,
    logLevel: values.LOG_LEVEL,
    tracing: toTracingSettings(values),
    searchPath,
  };
}

function toMediaLocation(values: z.output<typeof environmentSchema>): MediaLocation | undefined {
  const { MEDIA_STORE: location, S3_ACCESS_KEY_ID: accessKeyId = '' } = values;
  const { S3_SECRET_ACCESS_KEY: secretAccessKey = '' } = values;
  if (location?.kind !== 'bucket' || accessKeyId === '') return location;
  return { ...location, credentials: { accessKeyId, secretAccessKey } };
}
