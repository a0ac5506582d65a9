import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';

const { sql } = Prisma;

/** Statistics of an instance, without deleted rows and accounts that wait for approval. */
export interface Stats {
  users: number;
  administrators: number;
  suspended: number;
  /** Users with a session that was used in this period. */
  activeInDay: number;
  activeInWeek: number;
  activeInMonth: number;
  threads: number;
  replies: number;
  likes: number;
  messages: number;
  mediaFiles: number;
  mediaBytes: bigint;
  openReports: number;
  databaseBytes: bigint;
}

export async function readStats(database: Database, now: Date): Promise<Stats> {
  const [stats] = await database.query<Stats>(sql`
    SELECT accounts.*, activity.*, posts.*, files.*,
      (SELECT count(*)::int FROM likes) AS likes,
      (SELECT count(*)::int FROM messages WHERE deleted_at IS NULL) AS messages,
      (SELECT count(*)::int FROM reports WHERE status = 'open') AS "openReports",
      pg_database_size(current_database()) AS "databaseBytes"
    FROM (
      SELECT count(*)::int AS users,
        count(*) FILTER (WHERE role >= 'admin')::int AS administrators,
        count(*) FILTER (WHERE suspended_at IS NOT NULL)::int AS suspended
      FROM users WHERE domain IS NULL AND deleted_at IS NULL
        AND NOT EXISTS (SELECT FROM pending_registrations WHERE user_id = users.id)
    ) AS accounts, (
      SELECT count(DISTINCT user_id) FILTER (WHERE last_seen_at > ${now}::timestamptz - interval '1 day')::int AS "activeInDay",
        count(DISTINCT user_id) FILTER (WHERE last_seen_at > ${now}::timestamptz - interval '7 days')::int AS "activeInWeek",
        count(DISTINCT user_id)::int AS "activeInMonth"
      FROM sessions WHERE last_seen_at > ${now}::timestamptz - interval '30 days'
    ) AS activity, (
      SELECT count(*) FILTER (WHERE type <> 'reply')::int AS threads,
        count(*) FILTER (WHERE type = 'reply')::int AS replies
      FROM threads WHERE deleted_at IS NULL
    ) AS posts, (
      SELECT count(*)::int AS "mediaFiles", coalesce(sum(bytes), 0)::bigint AS "mediaBytes"
      FROM media
    ) AS files`);
  if (stats === undefined) throw new Error('An aggregate returned no row.');
  return stats;
}
