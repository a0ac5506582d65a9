import type { ServerPolicy } from '@skein/contracts/administration';
import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import { withValues } from '@skein/messages';
import { ForbiddenError } from '../../../platform/errors.ts';

/**
 * How this instance deals with other servers. A decision about a server includes its subdomains, unless they have a
 * decision of their own. An account belongs to two servers if its handle has a shorter domain than its address: the
 * stricter policy applies.
 */

const { sql } = Prisma;

/** Serializes decisions with changes that depend on them: "servers" in ASCII. */
const lockKey = 32_481_177_082_065_523n;

/** The policy for a host: the nearest decision. The host may have a port. */
export function selectPolicy(host: Prisma.Sql): Prisma.Sql {
  return sql`coalesce(
    (SELECT decided.policy FROM servers decided
      WHERE decided.domain = ANY (domain_suffixes(${host})) AND decided.policy IS NOT NULL
      ORDER BY length(decided.domain) DESC LIMIT 1),
    CASE WHEN ${allowsOnlyListed} THEN 'suspended' ELSE 'open' END)`;
}

/** Whether servers without a decision are treated as suspended. */
export const allowsOnlyListed = sql`coalesce((SELECT (content->>'allowsOnlyListed')::boolean
  FROM instance_settings WHERE section = 'federation'), false)`;

/** The host of an account's document. It has an index. */
export const selectHost = (uri: Prisma.Sql): Prisma.Sql => sql`split_part(${uri}, '/', 3)`;

/** The ids of the accounts of servers and their subdomains. */
export function selectAccounts(names: readonly string[]): Prisma.Sql {
  const domains = sql`SELECT domain FROM servers WHERE domain_suffixes(domain) && ${names}::text[]`;
  return sql`SELECT id FROM users WHERE domain IN (${domains})
    UNION SELECT user_id FROM remote_actors WHERE ${selectHost(sql`uri`)} IN (${domains})`;
}

async function findServerPolicy(
  database: Database | Transaction,
  host: string,
): Promise<ServerPolicy> {
  const [row] = await database.query<{ policy: ServerPolicy }>(
    sql`SELECT ${selectPolicy(sql`${host}::text`)} AS policy`,
  );
  return row?.policy ?? 'open';
}

/** @throws ForbiddenError for a suspended server: nothing is received from it, fetched from it or sent to it */
export async function requireOpenServer(database: Database, host: string): Promise<void> {
  rejectSuspended(await findServerPolicy(database, host), host);
}

/** @throws ForbiddenError for a suspended server */
export function rejectSuspended(policy: ServerPolicy, host: string): void {
  if (policy !== 'suspended') return;
  throw new ForbiddenError(withValues('error.serverSuspended', { domain: host }));
}

/** Whether reports of a server are received. */
export async function acceptsReports(database: Database, host: string): Promise<boolean> {
  const policy = await findServerPolicy(database, host);
  return policy !== 'reports_rejected' && policy !== 'suspended';
}

/** Prevents that a server is suspended until the end of the transaction. */
export async function lockPoliciesShared(tx: Transaction): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock_shared(${lockKey})`);
}

/** Waits for all transactions that depend on the present policies. */
export async function lockPolicies(tx: Transaction): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${lockKey})`);
}

/** Returns the inboxes of servers that are not suspended. */
export async function keepOpenInboxes(
  tx: Transaction,
  inboxes: readonly string[],
): Promise<string[]> {
  await lockPoliciesShared(tx);
  const rows = await tx.query<{ inbox: string }>(sql`
    SELECT inbox FROM unnest(${inboxes}::text[]) WITH ORDINALITY sent (inbox, position)
    WHERE ${selectPolicy(selectHost(sql`inbox`))} <> 'suspended' ORDER BY position`);
  return rows.map(({ inbox }) => inbox);
}

/** Adds the servers of a stored account to the list, and applies their policies to it. */
export async function registerServers(tx: Transaction, userId: string, now: Date): Promise<void> {
  await tx.execute(sql`
    INSERT INTO servers (domain)
    SELECT unnest(ARRAY[account.domain, ${selectHost(sql`actor.uri`)}])
    FROM users account JOIN remote_actors actor ON actor.user_id = account.id
    WHERE account.id = ${userId}::uuid
    ON CONFLICT DO NOTHING`);
  await applyPolicies(tx, sql`SELECT ${userId}::uuid`, now);
}

/**
 * Hides or shows accounts by the policies of their servers. What moderators have decided about single accounts
 * stays.
 * @param accounts selects their ids
 */
export async function applyPolicies(
  tx: Transaction,
  accounts: Prisma.Sql,
  now: Date,
): Promise<void> {
  const hasStrike = (action: string) => sql`EXISTS (SELECT FROM strikes
    WHERE user_id = account.id AND action::text = ${action} AND lifted_at IS NULL)`;
  await tx.execute(sql`
    WITH affected AS MATERIALIZED (
      SELECT remote.id, remote.domain, ${selectHost(sql`actor.uri`)} AS host
      FROM users remote JOIN remote_actors actor ON actor.user_id = remote.id
      WHERE remote.id IN (${accounts})
    ), named AS MATERIALIZED (
      SELECT name, ${selectPolicy(sql`name`)} AS policy
      FROM (SELECT domain AS name FROM affected UNION SELECT host FROM affected) names
    ), target AS (
      SELECT affected.id, CASE WHEN 'suspended' IN (own.policy, served.policy) THEN 'suspended'
        WHEN 'limited' IN (own.policy, served.policy) THEN 'limited' END AS policy
      FROM affected JOIN named own ON own.name = affected.domain
        JOIN named served ON served.name = affected.host
    )
    UPDATE users account SET server_policy = target.policy,
      suspended_at = CASE WHEN target.policy = 'suspended' OR account.deleted_at IS NOT NULL
        OR ${hasStrike('suspend')} THEN coalesce(account.suspended_at, ${now}) END,
      limited_at = CASE WHEN target.policy = 'limited' OR ${hasStrike('limit')}
        THEN coalesce(account.limited_at, ${now}) END
    FROM target
    WHERE account.id = target.id AND account.server_policy IS DISTINCT FROM target.policy`);
}
