import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import { lowestIdAt } from '../../platform/ids.ts';
import type { ResponseTimes } from './response-times.ts';
import { dayMs } from '../../platform/clock.ts';

const { sql } = Prisma;

/** The longest period that is counted afterwards, and shown. */
const daysMax = 90;

/** A day as it is stored, with its histogram of response times. */
export interface DayRow {
  /** YYYY-MM-DD. */
  day: string;
  activeUsers: number | null;
  joinedUsers: number;
  leftUsers: number;
  threads: number;
  replies: number;
  messages: number;
  reports: number;
  mediaBytes: number | null;
  responseTimes: ResponseTimes[];
}

/** The day of a time in UTC. */
const getDay = (time: Date) => sql`(${time}::timestamptz AT TIME ZONE 'UTC')::date`;

/** Counts a deleted account, unless it still waited for approval. */
export async function countLeavingUser(tx: Transaction, userId: string, now: Date): Promise<void> {
  await tx.execute(sql`
    INSERT INTO daily_stats (day, left_users)
    SELECT ${getDay(now)}, 1 FROM users
    WHERE id = ${userId}::uuid AND domain IS NULL AND NOT EXISTS (SELECT FROM pending_registrations WHERE user_id = ${userId}::uuid)
    ON CONFLICT (day) DO UPDATE SET left_users = daily_stats.left_users + 1`);
}

/**
 * Returns the days that ended since they were last counted, and today: YYYY-MM-DD, the earliest first.
 * Never before the first account.
 */
export async function listUncountedDays(database: Database, now: Date): Promise<string[]> {
  const rows = await database.query<{ day: string }>(sql`
    SELECT day::text FROM generate_series(
      greatest(
        ${getDay(now)} - ${daysMax - 1}::int,
        coalesce((SELECT (created_at AT TIME ZONE 'UTC')::date FROM users WHERE domain IS NULL ORDER BY id LIMIT 1), ${getDay(now)})
      ), ${getDay(now)}, interval '1 day'
    ) AS each, date(each) AS day
    WHERE NOT EXISTS (
      SELECT FROM daily_stats counted WHERE counted.day = date(each)
        AND counted.counted_at >= (date(each) + 1)::timestamp AT TIME ZONE 'UTC'
    ) ORDER BY day`);
  return rows.map(({ day }) => day);
}

/** Adds the requests of one server to those of the day. */
export async function addResponseTimes(
  database: Database,
  times: readonly ResponseTimes[],
  now: Date,
): Promise<void> {
  if (times.length === 0) return;
  await database.execute(sql`
    INSERT INTO daily_response_times AS stored (day, bound_ms, requests)
    SELECT ${getDay(now)}, bound_ms, requests
    FROM unnest(${times.map(({ boundMs }) => boundMs)}::int[],
      ${times.map(({ requests }) => requests)}::int[]) AS added (bound_ms, requests)
    ORDER BY bound_ms
    ON CONFLICT (day, bound_ms) DO UPDATE SET requests = stored.requests + excluded.requests`);
}

/**
 * Counts what was created on a day and still exists. Users of approved registrations join on the day of
 * the approval. Earlier counts are kept if they are higher, so that later
 * deletions change nothing.
 */
export async function countDay(database: Database, day: string, now: Date): Promise<void> {
  const startMs = Date.parse(day);
  const isInDay = (id: Prisma.Sql) =>
    sql`${id} >= ${lowestIdAt(startMs)}::uuid AND ${id} < ${lowestIdAt(startMs + dayMs)}::uuid`;
  await database.execute(sql`
    WITH posts AS (
      SELECT count(*) FILTER (WHERE type <> 'reply')::int AS threads,
        count(*) FILTER (WHERE type = 'reply')::int AS replies
      FROM threads WHERE ${isInDay(sql`id`)} AND deleted_at IS NULL
        AND NOT EXISTS (SELECT FROM remote_objects WHERE thread_id = threads.id)
    )
    INSERT INTO daily_stats AS stored (day, active_users, joined_users, threads, replies,
      messages, reports, media_bytes, counted_at)
    SELECT ${day}::date,
      CASE WHEN is_today THEN (SELECT count(DISTINCT user_id)::int FROM sessions
        WHERE last_seen_at >= ${day}::timestamp AT TIME ZONE 'UTC') END,
      (SELECT count(*)::int FROM users WHERE ${isInDay(sql`id`)} AND domain IS NULL AND deleted_at IS NULL
        AND NOT EXISTS (SELECT FROM pending_registrations WHERE user_id = users.id)
        AND NOT EXISTS (SELECT FROM audit_entries WHERE target_type = 'user'
          AND target_id = users.id AND action = 'approve_registration'))
        + (SELECT count(*)::int FROM audit_entries WHERE ${isInDay(sql`id`)}
          AND action = 'approve_registration'),
      threads, replies,
      (SELECT count(*)::int FROM messages WHERE ${isInDay(sql`id`)}),
      (SELECT count(*)::int FROM reports WHERE ${isInDay(sql`id`)}),
      CASE WHEN is_today THEN (SELECT coalesce(sum(bytes), 0)::bigint FROM media) END,
      ${now}
    FROM posts, (SELECT ${day}::date = ${getDay(now)} AS is_today) AS today
    ON CONFLICT (day) DO UPDATE SET
      active_users = greatest(stored.active_users, excluded.active_users),
      joined_users = greatest(stored.joined_users, excluded.joined_users),
      threads = greatest(stored.threads, excluded.threads),
      replies = greatest(stored.replies, excluded.replies),
      messages = greatest(stored.messages, excluded.messages),
      reports = greatest(stored.reports, excluded.reports),
      media_bytes = coalesce(excluded.media_bytes, stored.media_bytes),
      counted_at = excluded.counted_at`);
}

/** The last days, the earliest first. Days without data are all zeros. */
export function listDays(database: Database, days: number, now: Date): Promise<DayRow[]> {
  return database.query<DayRow>(sql`
    SELECT each.day::text, active_users AS "activeUsers",
      coalesce(joined_users, 0) AS "joinedUsers", coalesce(left_users, 0) AS "leftUsers",
      coalesce(threads, 0) AS threads, coalesce(replies, 0) AS replies,
      coalesce(messages, 0) AS messages, coalesce(reports, 0) AS reports,
      media_bytes::float8 AS "mediaBytes",
      (SELECT coalesce(json_agg(json_build_object('boundMs', bound_ms, 'requests', requests)), '[]')
        FROM daily_response_times WHERE daily_response_times.day = each.day) AS "responseTimes"
    FROM (
      SELECT ${getDay(now)} - offset_days AS day
      FROM generate_series(0, ${days - 1}::int) AS offset_days
    ) AS each LEFT JOIN daily_stats ON daily_stats.day = each.day
    ORDER BY each.day`);
}
