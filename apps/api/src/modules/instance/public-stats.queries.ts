import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { anonymousViewer, canSeeThreadsOf, isPublic } from '../../domain/visibility.queries.ts';

const { sql } = Prisma;

/** Numbers of public accounts, which do not reveal the activity of private ones. */
export interface PublicStats {
  users: number;
  /** Users with a session that was used in the last 30 days. */
  activeUsers: number;
  threads: number;
  /** Those that everyone may see, also without signing in. */
  administrators: { name: string; username: string }[];
}

const administratorsMax = 20;

export async function readPublicStats(
  database: Database,
  { now, adminEmails }: { now: Date; adminEmails: readonly string[] },
): Promise<PublicStats> {
  const administrators = await database.query<{ name: string; username: string }>(sql`
    SELECT account.name, account.username FROM users account
    WHERE ${canSeeThreadsOf(anonymousViewer, sql`account`)} AND (account.role >= 'admin'
      OR account.email_proven_at IS NOT NULL AND account.email = ANY (${[...adminEmails]}))
    ORDER BY account.id LIMIT ${administratorsMax}::int`);
  const [stats] = await database.query<Omit<PublicStats, 'administrators'>>(sql`
    SELECT count(*)::int AS users, coalesce(sum(account.threads_count), 0)::float8 AS threads,
      count(*) FILTER (WHERE EXISTS (SELECT FROM sessions WHERE sessions.user_id = account.id
        AND sessions.last_seen_at > ${now}::timestamptz - interval '30 days'))::int AS "activeUsers"
    FROM users account WHERE ${isPublic(sql`account`)}`);
  return { ...(stats ?? { users: 0, activeUsers: 0, threads: 0 }), administrators };
}
