import type { Database } from '@skein/db';
import { Prisma } from '@skein/db';
import { ConfigurationError } from '../../../platform/config/env.ts';
import type { FederationSettings } from '../../../platform/config/federation-settings.ts';

const { sql } = Prisma;

interface StoredFederation extends Partial<FederationSettings> {
  /** Set by the command `federation leave`. */
  leftAt?: string;
}

/**
 * Stores the domain at the first start with federation. Later it must be the same, because other servers
 * know all accounts by it.
 * @throws ConfigurationError with the reason
 */
export async function requireStoredDomain(
  database: Database,
  { domain, handleDomain }: FederationSettings,
  now: Date,
): Promise<void> {
  const [stored] = await database.query<{ content: StoredFederation }>(sql`
    INSERT INTO instance_settings AS stored (section, content, version, updated_at)
    VALUES ('federation', ${JSON.stringify({ domain, handleDomain })}::jsonb, 1, ${now})
    ON CONFLICT (section) DO UPDATE SET version = stored.version RETURNING content`);
  const { content = {} } = stored ?? {};
  if (content.leftAt !== undefined) {
    throw new ConfigurationError(
      'FEDERATION: this instance has left the network for good, because other servers were asked to delete its accounts. Remove FEDERATION=on',
    );
  }
  if (content.domain !== domain) {
    throw new ConfigurationError(
      `PUBLIC_URL: other servers know this instance as ${content.domain}, so its host must not change while FEDERATION is on`,
    );
  }
  if (content.handleDomain !== handleDomain) {
    throw new ConfigurationError(
      `HANDLE_DOMAIN: other servers know the accounts of this instance by ${content.handleDomain}, so it must not change`,
    );
  }
}

/** Ends federation for good. */
export async function storeLeft(database: Database, now: Date): Promise<void> {
  const left = { leftAt: now.toISOString() } satisfies StoredFederation;
  await database.execute(sql`
    UPDATE instance_settings SET content = content || ${JSON.stringify(left)}::jsonb,
      version = version + 1, updated_at = ${now} WHERE section = 'federation'`);
}
