import { z } from 'zod';
import { parseDatabaseAddress } from './database-address.ts';
import { fileContent, setting, wholeNumber } from './fields.ts';

const databaseAddress = z.string().transform((text, context) => {
  const address = parseDatabaseAddress(text.trim());
  if (address instanceof URL) return address.href;
  context.addIssue(address.mistake);
  return z.NEVER;
});

const redisUrl = z
  .string()
  .regex(/^rediss?:\/\//, { error: 'must begin with redis:// or rediss://', abort: true })
  .refine((url) => URL.canParse(url), {
    error: 'must be a URL, such as redis://user:password@host:6379',
  });

export const databaseFields = {
  databaseUrl: setting(
    'DATABASE_URL',
    databaseAddress.optional(),
    'Address of an [external PostgreSQL](customize.md#use-an-external-postgresql), version 15 or later. Default: an embedded PostgreSQL in `DATA_DIR`',
    'postgresql://skein:secret@localhost:5432/skein',
  ),
  databaseDirectUrl: setting(
    'DATABASE_DIRECT_URL',
    databaseAddress.optional(),
    'Address of PostgreSQL itself, if `DATABASE_URL` is that of a [connection pooler](customize.md#use-a-connection-pooler)',
    'postgresql://skein:secret@localhost:5432/skein',
  ),
  databaseReplicaUrls: setting(
    'DATABASE_REPLICA_URLS',
    z
      .string()
      .transform((addresses) => addresses.split(','))
      .pipe(z.array(databaseAddress))
      .optional(),
    'Addresses of [read replicas](customize.md#use-read-replicas), separated by commas',
    'postgresql://skein:secret@replica-1/skein,postgresql://skein:secret@replica-2/skein',
  ),
  databaseReplicaMaxLagMs: setting(
    'DATABASE_REPLICA_MAX_LAG_MS',
    wholeNumber(1000, 60_000).prefault('2000'),
    'Milliseconds that a replica in use may be behind',
  ),
  databasePassword: setting(
    'DATABASE_PASSWORD_FILE',
    fileContent.optional(),
    'File with the password for these addresses',
  ),
  databasePoolSize: setting(
    'DATABASE_POOL_SIZE',
    wholeNumber(1, 200).prefault('10'),
    'Number of database connections',
  ),
  redisUrl: setting(
    'REDIS_URL',
    redisUrl.optional(),
    'Redis for events and rate limits of [several servers](customize.md#run-several-servers). Default: both use the database',
    'redis://user:password@localhost:6379',
  ),
};

export const databaseSettings = z
  .object(databaseFields)
  .superRefine((settings, context) => {
    if (settings.databaseUrl !== undefined) return;
    for (const field of ['databaseDirectUrl', 'databaseReplicaUrls'] as const) {
      if (settings[field] === undefined) continue;
      context.addIssue({ code: 'custom', path: [field], message: 'requires DATABASE_URL' });
    }
  })
  .transform(({ databasePassword: password, databaseReplicaUrls = [], ...settings }) => ({
    ...settings,
    databaseUrl: withPassword(settings.databaseUrl, password),
    databaseDirectUrl: withPassword(settings.databaseDirectUrl, password),
    databaseReplicaUrls: databaseReplicaUrls.map((address) => withPassword(address, password)),
  }));

function withPassword<Address extends string | undefined>(
  address: Address,
  password: string | undefined,
): Address | string {
  if (address === undefined || password === undefined) return address;
  const url = new URL(address);
  url.password = encodeURIComponent(password);
  return url.href;
}
