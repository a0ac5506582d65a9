import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { lowestIdAt } from '../../platform/ids.ts';
import {
  anonymousViewer,
  canSeeThreadsBy,
  isLocal,
  isPublic,
} from '../../domain/visibility.queries.ts';
import { dayMs } from '../../platform/clock.ts';

const { sql } = Prisma;

/** Numbers of public accounts, which do not reveal the activity of private ones. */
export interface PublicStats {
  users: number;
  /** Users with a session that was used in the last 30 days. */
  activeUsers: number;
  threads: number;
  /** The administrators that everyone may see without signing in. */
  administrators: { name: string; username: string }[];
}

const administratorsMax = 20;
const weekMs = 7 * dayMs;

export async function readPublicStats(
  database: Database,
  { now, adminEmails }: { now: Date; adminEmails: readonly string[] },
): Promise<PublicStats> {
  const administrators = await database.query<{ name: string; username: string }>(sql`
    SELECT account.name, account.username FROM users account
    WHERE ${canSeeThreadsBy(anonymousViewer, sql`account`)} AND (account.role >= 'admin'
      OR account.email_proven_at IS NOT NULL AND account.email = ANY (${[...adminEmails]}))
    ORDER BY account.id LIMIT ${administratorsMax}::int`);
  const [stats] = await database.query<Omit<PublicStats, 'administrators'>>(sql`
    SELECT count(*)::int AS users, coalesce(sum(account.threads_count), 0)::float8 AS threads,
      count(*) FILTER (WHERE EXISTS (SELECT FROM sessions WHERE sessions.user_id = account.id
        AND sessions.last_seen_at > ${now}::timestamptz - interval '30 days'))::int AS "activeUsers"
    FROM users account WHERE ${isLocal(sql`account`)} AND ${isPublic(sql`account`)}`);
  return { ...(stats ?? { users: 0, activeUsers: 0, threads: 0 }), administrators };
}

/** What public accounts have done in a week. */
export interface WeeklyActivity {
  /** Seconds since 1970, at the start of a Monday (UTC). */
  week: number;
  posts: number;
  authors: number;
  joined: number;
}

const activityWeeks = 12;

/** The latest weeks, the present one first. Private accounts are not counted. */
export function readActivity(database: Database, now: Date): Promise<WeeklyActivity[]> {
  const day = (now.getUTCDay() + 6) % 7;
  const monday = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - day);
  const starts = Array.from({ length: activityWeeks }, (_, age) => monday - age * weekMs);
  const weeks = starts.map(
    (start) => sql`(${start / 1000}::float8, ${lowestIdAt(start)}::uuid,
      ${lowestIdAt(start + weekMs)}::uuid)`,
  );
  return database.query<WeeklyActivity>(sql`
    SELECT week, posted.posts, posted.authors, joined.joined
    FROM (VALUES ${Prisma.join(weeks)}) weeks (week, first_id, end_id)
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS posts, count(DISTINCT thread.author_id)::int AS authors
      FROM threads thread JOIN users author ON author.id = thread.author_id
      WHERE thread.id >= first_id AND thread.id < end_id AND thread.deleted_at IS NULL
        AND ${isLocal(sql`author`)} AND ${isPublic(sql`author`)}) posted
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS joined FROM users account
      WHERE account.id >= first_id AND account.id < end_id AND ${isLocal(sql`account`)}
        AND ${isPublic(sql`account`)}) joined
    ORDER BY week DESC`);
}
