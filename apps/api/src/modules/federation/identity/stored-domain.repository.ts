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
 * Whether no other server can know the instance: an account gets its key before another server receives it or a
 * request that it has signed.
 */
const isUnknown = sql`NOT EXISTS (SELECT FROM actor_keys) AND NOT EXISTS (SELECT FROM remote_actors)`;

/**
 * Stores the domain at the start with federation. Once other servers know accounts by it, it must be the same.
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
    ON CONFLICT (section) DO UPDATE SET
      content = stored.content || CASE WHEN ${isUnknown} THEN EXCLUDED.content ELSE '{}' END
    RETURNING content`);
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

/**
 * Whether the instance still federates under the names with which this server was started.
 * @param content The stored section of the settings; undefined before the first start with federation
 */
export function isCurrent(content: unknown, { domain, handleDomain }: FederationSettings): boolean {
  // `requireStoredDomain` has written it.
  const stored = (content ?? {}) as StoredFederation;
  if (stored.leftAt !== undefined) return false;
  return (
    (stored.domain ?? domain) === domain && (stored.handleDomain ?? handleDomain) === handleDomain
  );
}

/** Ends federation for good. */
export async function storeLeft(database: Database, now: Date): Promise<void> {
  const left = { leftAt: now.toISOString() } satisfies StoredFederation;
  await database.execute(sql`
    UPDATE instance_settings SET content = content || ${JSON.stringify(left)}::jsonb,
      version = version + 1, updated_at = ${now} WHERE section = 'federation'`);
}
