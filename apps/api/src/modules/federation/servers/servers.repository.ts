import type { ServerPolicy } from '@skein/contracts/administration';
import { suspendedServerDays } from '@skein/contracts/administration';
import type { AdminServer, ServerEffect } from '@skein/contracts/moderation';
import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import { removeDeliveredActivities } from '../outbox/queue.repository.ts';
import { enqueueSuspension } from '../approvals/quotes.queries.ts';
import {
  allowsOnlyListed,
  applyPolicies,
  selectHost,
  lockPolicies,
  selectAccounts,
  selectPolicy,
} from './server-policy.queries.ts';
import { dayMs } from '../../../platform/clock.ts';

const { sql } = Prisma;

export interface ServerFilter {
  /** Part of the domain or software; empty for all. */
  q: string;
  policy: ServerPolicy | '';
}

export interface ServerRange {
  /** Reads only domains after this one; null for all. */
  after: string | null;
  skip: number;
  take: number;
}

interface ServerRow extends Omit<
  AdminServer,
  'policySince' | 'deletesAt' | 'lastSuccessAt' | 'pausedUntil'
> {
  policySince: Date | null;
  lastSuccessAt: Date | null;
  pausedUntil: Date | null;
}

/** A page of the known servers, by domain. */
export function listServers(
  database: Database,
  { q, policy }: ServerFilter,
  { after, skip, take }: ServerRange,
): Promise<AdminServer[]> {
  const text = q.trim().toLowerCase();
  const condition = sql`(${after}::text IS NULL OR domain > ${after})
    AND (${policy} = '' OR policy = ${policy})
    AND (${text} = '' OR position(${text} in domain) > 0 OR position(${text} in lower(software)) > 0)`;
  const page = sql`SELECT * FROM servers WHERE ${condition}
    ORDER BY domain OFFSET ${skip}::int LIMIT ${take}::int`;
  return readServers(database, page);
}

/** The servers that this one knows by an account, and has not suspended. */
export async function listPeers(database: Database): Promise<string[]> {
  const rows = await database.query<{ domain: string }>(sql`
    SELECT server.domain FROM servers server
    WHERE EXISTS (SELECT FROM users WHERE users.domain = server.domain)
      AND ${selectPolicy(sql`server.domain`)} <> 'suspended' ORDER BY server.domain`);
  return rows.map(({ domain }) => domain);
}

export async function findServer(
  database: Database | Transaction,
  domain: string,
): Promise<AdminServer | null> {
  const [server] = await readServers(database, sql`SELECT * FROM servers WHERE domain = ${domain}`);
  return server ?? null;
}

/** @param page selects rows of `servers` */
async function readServers(
  database: Database | Transaction,
  page: Prisma.Sql,
): Promise<AdminServer[]> {
  const rows = await database.query<ServerRow>(sql`
    SELECT server.domain, server.software, server.policy, server.policy_since AS "policySince",
      server.reason, server.note, server.failures AS "failuresCount",
      server.last_success_at AS "lastSuccessAt", server.paused_until AS "pausedUntil",
      ${selectPolicy(sql`server.domain`)} AS "effectivePolicy",
      CASE WHEN server.policy IS NULL THEN (SELECT parent.domain FROM servers parent
        WHERE parent.domain = ANY (domain_suffixes(server.domain)) AND parent.policy IS NOT NULL
        ORDER BY length(parent.domain) DESC LIMIT 1) END AS "inheritedFrom",
      account.users AS "usersCount", account.threads AS "threadsCount",
      (SELECT count(*)::int FROM federation_queue WHERE host = server.domain) AS "deliveriesCount"
    FROM (${page}) server CROSS JOIN LATERAL (
      SELECT count(*)::int AS users, coalesce(sum(threads_count), 0)::int AS threads
      FROM users WHERE users.domain = server.domain AND deleted_at IS NULL) account
    ORDER BY server.domain`);
  return rows.map(({ policySince, lastSuccessAt, pausedUntil, ...row }) => ({
    ...row,
    policySince: policySince?.toISOString() ?? null,
    deletesAt:
      row.policy === 'suspended' && policySince !== null
        ? new Date(policySince.getTime() + suspendedServerDays * dayMs).toISOString()
        : null,
    lastSuccessAt: lastSuccessAt?.toISOString() ?? null,
    pausedUntil: pausedUntil?.toISOString() ?? null,
  }));
}

/** Counts the accounts of a server with its subdomains. */
export function readEffect(
  database: Database | Transaction,
  domain: string,
): Promise<ServerEffect> {
  const servers = sql`SELECT FROM servers WHERE ${domain} = ANY (domain_suffixes(domain))`;
  return countEffect(database, servers, selectAccounts([domain]));
}

/** Counts the accounts of servers without a decision. */
export function readUndecided(database: Database): Promise<ServerEffect> {
  const isUndecided = (host: Prisma.Sql) => sql`NOT EXISTS (SELECT FROM servers decided
    WHERE decided.domain = ANY (domain_suffixes(${host})) AND decided.policy IS NOT NULL)`;
  const undecided = sql`SELECT domain FROM servers server WHERE ${isUndecided(sql`server.domain`)}`;
  const accounts = sql`SELECT id FROM users WHERE domain IN (${undecided})
    UNION SELECT user_id FROM remote_actors WHERE ${selectHost(sql`uri`)} IN (${undecided})`;
  return countEffect(database, undecided, accounts);
}

async function countEffect(
  database: Database | Transaction,
  servers: Prisma.Sql,
  accounts: Prisma.Sql,
): Promise<ServerEffect> {
  const [counts] = await database.query<ServerEffect>(sql`
    WITH account AS MATERIALIZED (${accounts})
    SELECT (SELECT count(*)::int FROM (${servers}) server) AS "serversCount",
      (SELECT count(*)::int FROM users JOIN account USING (id) WHERE deleted_at IS NULL) AS "usersCount",
      (SELECT coalesce(sum(threads_count), 0)::int FROM users JOIN account USING (id)
        WHERE deleted_at IS NULL) AS "threadsCount",
      (SELECT count(*)::int FROM follows JOIN account ON id = follower_id)
        + (SELECT count(*)::int FROM follows JOIN account ON id = followee_id) AS "followsCount"`);
  return counts ?? { serversCount: 0, usersCount: 0, threadsCount: 0, followsCount: 0 };
}

export interface ServerDecision {
  policy: ServerPolicy | null;
  reason?: string | undefined;
  note?: string | undefined;
}

/** Stores decisions and applies them to accounts. Returns the previous policies. */
export async function decideAll(
  tx: Transaction,
  decisions: readonly (ServerDecision & { domain: string })[],
  now: Date,
): Promise<(string | null)[]> {
  await lockPolicies(tx);
  const previousPolicies: (string | null)[] = [];
  for (const { domain, ...decision } of decisions) {
    previousPolicies.push(await saveDecision(tx, domain, decision, now));
  }
  const changed = decisions.filter(({ policy }, index) => previousPolicies[index] !== policy);
  if (changed.length > 0) {
    const names = changed.map(({ domain }) => domain);
    await applyPolicies(tx, selectAccounts(names), now);
  }
  return previousPolicies;
}

/** Stores the decision. Returns the previous policy. */
async function saveDecision(
  tx: Transaction,
  domain: string,
  { policy, reason, note }: ServerDecision,
  now: Date,
): Promise<string | null> {
  const previous = await tx.server.findFirst({ where: { domain }, select: { policy: true } });
  const since = policy === null ? null : now;
  await tx.execute(sql`
    INSERT INTO servers AS server (domain, policy, policy_since, reason, note)
    VALUES (${domain}, ${policy}, ${since}::timestamptz, ${reason ?? ''}, ${note ?? ''})
    ON CONFLICT (domain) DO UPDATE SET policy = excluded.policy,
      policy_since = CASE WHEN server.policy IS DISTINCT FROM excluded.policy
        THEN excluded.policy_since ELSE server.policy_since END,
      reason = coalesce(${reason ?? null}, server.reason),
      note = coalesce(${note ?? null}, server.note)`);
  return previous?.policy ?? null;
}

/** Removes what waits for servers that are suspended now, and ends their quotes of local threads. */
export async function endSuspended(tx: Transaction): Promise<void> {
  const suspended = sql`SELECT host FROM (SELECT DISTINCT host FROM federation_queue) queued
    WHERE ${selectPolicy(sql`queued.host`)} = 'suspended'`;
  await tx.execute(sql`DELETE FROM federation_queue WHERE host IN (${suspended})`);
  await removeDeliveredActivities(tx);
  await enqueueSuspension(tx);
}

export async function readMode(database: Database): Promise<boolean> {
  const [row] = await database.query<{ isOn: boolean }>(sql`SELECT ${allowsOnlyListed} AS "isOn"`);
  return row?.isOn ?? false;
}

/** Sets whether servers without a decision are treated as suspended, and applies it. */
export async function setMode(tx: Transaction, isOn: boolean, now: Date): Promise<void> {
  await lockPolicies(tx);
  await saveMode(tx, isOn, now);
  await applyPolicies(tx, sql`SELECT user_id FROM remote_actors`, now);
  await endSuspended(tx);
}

/** The section exists since the start with federation. */
async function saveMode(tx: Transaction, isOn: boolean, now: Date): Promise<void> {
  const content = JSON.stringify({ allowsOnlyListed: isOn });
  await tx.execute(sql`
    INSERT INTO instance_settings AS stored (section, content, version, updated_at)
    VALUES ('federation', ${content}::jsonb, 1, ${now})
    ON CONFLICT (section) DO UPDATE SET content = stored.content || excluded.content,
      version = stored.version + 1, updated_at = excluded.updated_at`);
}

/** Accounts whose server has been suspended for 30 days. */
export async function listExpired(database: Database, now: Date, limit: number): Promise<string[]> {
  const before = new Date(now.getTime() - suspendedServerDays * dayMs);
  const isSuspended = sql`decided.policy = 'suspended'`;
  const rows = await database.query<{ id: string }>(sql`
    WITH expired AS (
      SELECT domain FROM servers WHERE domain_suffixes(domain) && ARRAY(
        SELECT domain FROM servers decided WHERE ${isSuspended} AND policy_since <= ${before})
    ), candidate AS (
      SELECT id FROM users WHERE domain IN (SELECT domain FROM expired)
      UNION SELECT user_id FROM remote_actors WHERE ${selectHost(sql`uri`)} IN (SELECT domain FROM expired)
    )
    SELECT account.id FROM candidate JOIN users account USING (id)
      JOIN remote_actors actor ON actor.user_id = account.id
    WHERE account.server_policy = 'suspended' AND account.deleted_at IS NULL
      AND NOT EXISTS (SELECT FROM servers decided
        WHERE ${isSuspended} AND policy_since > ${before} AND decided.domain = ANY (
          domain_suffixes(account.domain) || domain_suffixes(${selectHost(sql`actor.uri`)})))
    LIMIT ${limit}::int`);
  return rows.map(({ id }) => id);
}

/** Servers whose software was not asked for lately. */
export async function listUnchecked(
  database: Database,
  before: Date,
  limit: number,
): Promise<string[]> {
  const rows = await database.query<{ domain: string }>(sql`
    SELECT domain FROM servers
    WHERE (software_checked_at IS NULL OR software_checked_at <= ${before})
      AND ${selectPolicy(sql`domain`)} <> 'suspended'
    ORDER BY software_checked_at NULLS FIRST LIMIT ${limit}::int`);
  return rows.map(({ domain }) => domain);
}

/** Null keeps what is known. */
export async function saveSoftware(
  database: Database,
  domain: string,
  software: string | null,
  now: Date,
): Promise<void> {
  await database.execute(sql`
    UPDATE servers SET software = coalesce(${software}, software), software_checked_at = ${now}
    WHERE domain = ${domain}`);
}
