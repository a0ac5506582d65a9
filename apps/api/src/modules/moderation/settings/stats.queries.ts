import type { AdminThread, Stats, NamedUser } from '@skein/contracts/moderation';
import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { userJson } from '../accounts/user-json.queries.ts';

const { sql } = Prisma;

/** Current numbers, without deleted content. */
export async function readStats(database: Database, now: Date): Promise<Stats> {
  const [stats] = await database.query<Stats>(sql`
    SELECT accounts.*, files.*,
      (SELECT count(*)::int FROM pending_registrations) AS "pendingAccounts",
      (SELECT count(DISTINCT user_id)::int FROM sessions
        WHERE last_seen_at > ${now}::timestamptz - interval '30 days') AS "activeAccounts",
      (SELECT count(*)::int FROM threads WHERE deleted_at IS NULL) AS threads,
      (SELECT count(*)::int FROM messages WHERE deleted_at IS NULL) AS messages,
      (SELECT count(*)::int FROM reports WHERE status = 'open') AS "openReports"
    FROM (
      SELECT count(*)::int AS accounts,
        count(*) FILTER (WHERE suspended_at IS NOT NULL)::int AS "suspendedAccounts"
      FROM users WHERE domain IS NULL AND deleted_at IS NULL
        AND NOT EXISTS (SELECT FROM pending_registrations WHERE user_id = users.id)
    ) AS accounts, (
      SELECT count(*)::int AS "mediaFiles", coalesce(sum(bytes), 0)::float8 AS "mediaBytes"
      FROM media
    ) AS files`);
  if (stats === undefined) throw new Error('An aggregate returned no row.');
  return stats;
}

/** Any thread that is not deleted, regardless of visibility. */
export async function findThread(
  database: Database,
  threadId: string,
): Promise<AdminThread | null> {
  const [row] = await database.query<
    Omit<AdminThread, 'createdAt' | 'author'> & { createdAt: Date; author: NamedUser }
  >(sql`
    SELECT thread.id, thread.content, thread.created_at AS "createdAt",
      ${userJson(sql`author`)} AS author,
      (SELECT count(*)::int FROM media WHERE thread_id = thread.id) AS "mediaCount",
      (SELECT count(*)::int FROM reports WHERE status = 'open'
        AND target_type = 'thread' AND target_id = thread.id) AS "openReportsCount"
    FROM threads thread JOIN users author ON author.id = thread.author_id
    WHERE thread.id = ${threadId}::uuid AND thread.deleted_at IS NULL`);
  return row === undefined ? null : { ...row, createdAt: row.createdAt.toISOString() };
}
