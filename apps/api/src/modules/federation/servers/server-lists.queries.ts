import type { ServerPolicy } from '@skein/contracts/administration';
import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { selectHost } from './server-policy.queries.ts';

const { sql } = Prisma;

/** The decisions about servers, by domain. */
export async function listPolicies(
  database: Database,
  domains: readonly string[],
): Promise<Map<string, ServerPolicy>> {
  const rows = await database.query<{ domain: string; policy: ServerPolicy }>(sql`
    SELECT domain, policy FROM servers
    WHERE domain = ANY (${domains}::text[]) AND policy IS NOT NULL`);
  return new Map(rows.map(({ domain, policy }) => [domain, policy]));
}

/** The number of follows in both directions of the accounts of servers with their subdomains, by domain. */
export async function countFollows(
  database: Database,
  domains: readonly string[],
): Promise<Map<string, number>> {
  const rows = await database.query<{ domain: string; count: number }>(sql`
    WITH known AS MATERIALIZED (
      SELECT suffix AS domain, server.domain AS server
      FROM servers server CROSS JOIN LATERAL unnest(domain_suffixes(server.domain)) suffix
      WHERE suffix = ANY (${domains}::text[])
    ), account AS MATERIALIZED (
      SELECT known.domain, users.id FROM known JOIN users ON users.domain = known.server
      UNION SELECT known.domain, user_id FROM known
        JOIN remote_actors ON ${selectHost(sql`uri`)} = known.server
    )
    SELECT account.domain, sum((SELECT count(*) FROM follows WHERE followee_id = account.id)
      + (SELECT count(*) FROM follows WHERE follower_id = account.id))::int AS count
    FROM account GROUP BY account.domain`);
  return new Map(rows.map(({ domain, count }) => [domain, count]));
}

interface Restriction {
  domain: string;
  policy: Exclude<ServerPolicy, 'open'>;
  reason: string;
}

/** The next decisions that restrict a server, by domain. */
export function listRestrictions(
  database: Database,
  after: string,
  limit: number,
): Promise<Restriction[]> {
  return database.query<Restriction>(sql`
    SELECT domain, policy, reason FROM servers
    WHERE domain > ${after} AND policy <> 'open' ORDER BY domain LIMIT ${limit}::int`);
}
