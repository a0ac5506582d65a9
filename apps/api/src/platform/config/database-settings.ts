import { z } from 'zod';
import { parseDatabaseAddress } from './database-address.ts';
import { fileContentField, wholeNumber } from './fields.ts';

const addressField = z.string().transform((text, context) => {
  const address = parseDatabaseAddress(text);
  if (address instanceof URL) return address.href;
  context.addIssue(address.mistake);
  return z.NEVER;
});

const addressListField = z.string().transform((text, context) => {
  const addresses = text.split(',').map((address) => parseDatabaseAddress(address.trim()));
  return addresses.map((address) => {
    if (address instanceof URL) return address.href;
    context.addIssue(address.mistake);
    return '';
  });
});

export const databaseFields = {
  DATABASE_URL: addressField.optional(),
  DATABASE_DIRECT_URL: addressField.optional(),
  DATABASE_REPLICA_URLS: addressListField.optional(),
  DATABASE_REPLICA_MAX_LAG_MS: wholeNumber(1000, 60_000).default(2000),
  DATABASE_PASSWORD_FILE: fileContentField.optional(),
  DATABASE_POOL_SIZE: wholeNumber(1, 200).default(10),
};

type Values = z.output<z.ZodObject<typeof databaseFields>>;

export interface DatabaseSettings {
  /** Undefined for the embedded database. */
  databaseUrl: string | undefined;
  /** The address of PostgreSQL behind the pooler in `databaseUrl`; undefined without a pooler. */
  databaseDirectUrl: string | undefined;
  databasePoolSize: number;
  databaseReplicaUrls: readonly string[];
  databaseReplicaMaxLagMs: number;
}

export function toDatabaseSettings(values: Values): DatabaseSettings {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl } = values;
  const password = values.DATABASE_PASSWORD_FILE;
  return {
    databaseUrl: url && withPassword(url, password),
    databaseDirectUrl: directUrl && withPassword(directUrl, password),
    databasePoolSize: values.DATABASE_POOL_SIZE,
    databaseReplicaUrls: (values.DATABASE_REPLICA_URLS ?? []).map((address) =>
      withPassword(address, password),
    ),
    databaseReplicaMaxLagMs: values.DATABASE_REPLICA_MAX_LAG_MS,
  };
}

function withPassword(address: string, password: string | undefined): string {
  if (password === undefined) return address;
  const url = new URL(address);
  url.password = encodeURIComponent(password);
  return url.href;
}

/** Settings that have no effect without an external database. */
export function listDatabaseMistakes(values: Values): string[] {
  if (values.DATABASE_URL !== undefined) return [];
  const dependent = ['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URLS'] as const;
  return dependent
    .filter((name) => values[name] !== undefined)
    .map((name) => `${name}: requires DATABASE_URL`);
}
