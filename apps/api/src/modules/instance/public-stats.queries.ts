import { queryRows, Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { isPublic } from '../../platform/visibility.queries.ts';

const { sql } = Prisma;

/** Numbers of public accounts, which do not reveal the activity of private ones. */
export interface PublicStats {
  users: number;
  /** Users with a session that was used in the last 30 days. */
  activeUsers: number;
  threads: number;
}

export async function readPublicStats(database: Database, now: Date): Promise<PublicStats> {
  const [stats] = await queryRows<PublicStats>(
    database,
    sql`
    SELECT count(*)::int AS users, coalesce(sum(account.threads_count), 0)::float8 AS threads,
      count(*) FILTER (WHERE EXISTS (SELECT FROM sessions WHERE sessions.user_id = account.id
        AND sessions.last_seen_at > ${now}::timestamptz - interval '30 days'))::int AS "activeUsers"
    FROM users account WHERE ${isPublic(sql`account`)}`,
  );
  return stats ?? { users: 0, activeUsers: 0, threads: 0 };
}
