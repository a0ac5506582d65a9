import type { SlowQuery, UsageMeasurement } from '@skein/contracts/moderation';
import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { lowestIdAt } from '../../platform/ids.ts';
import { isOutage } from '../../platform/is-outage.ts';
import { dayMs } from '../../platform/clock.ts';

/** Accounts with the most of each kind. */
const accountsMax = 10;
const queriesMax = 10;

/** Reads all files, and the threads and messages of a day. For a background job. */
export async function measureUsage(database: Database, now: Date): Promise<void> {
  const since = lowestIdAt(now.getTime() - dayMs);
  await database.execute(Prisma.sql`
    WITH stored AS (SELECT owner_id AS id, sum(bytes)::bigint AS bytes FROM media GROUP BY owner_id),
    written AS (SELECT author_id AS id, count(*)::int AS count FROM threads
      WHERE id >= ${since}::uuid AND deleted_at IS NULL GROUP BY author_id),
    sent AS (SELECT sender_id AS id, count(*)::int AS count FROM messages
      WHERE id >= ${since}::uuid AND sender_id IS NOT NULL GROUP BY sender_id),
    busiest AS (
      (SELECT id FROM stored ORDER BY bytes DESC, id LIMIT ${accountsMax}::int) UNION
      (SELECT id FROM written ORDER BY count DESC, id LIMIT ${accountsMax}::int) UNION
      (SELECT id FROM sent ORDER BY count DESC, id LIMIT ${accountsMax}::int)
    ),
    accounts AS (
      SELECT users.id, users.name, users.username, coalesce(stored.bytes, 0) AS "mediaBytes",
        coalesce(written.count, 0) AS threads, coalesce(sent.count, 0) AS messages
      FROM busiest JOIN users ON users.id = busiest.id LEFT JOIN stored ON stored.id = users.id
        LEFT JOIN written ON written.id = users.id LEFT JOIN sent ON sent.id = users.id
      WHERE users.deleted_at IS NULL
      ORDER BY "mediaBytes" DESC, threads DESC, messages DESC, users.id
    )
    INSERT INTO usage_measurements (id, measured_at, data)
    SELECT 1, ${now}, json_build_object(
      'databaseBytes', pg_database_size(current_database()),
      'media', (SELECT coalesce(json_agg(total ORDER BY total.bytes DESC), '[]') FROM (
        SELECT type AS kind, count(*)::int AS files, sum(bytes)::bigint AS bytes FROM media GROUP BY type
      ) total),
      'accounts', (SELECT coalesce(json_agg(accounts), '[]') FROM accounts))
    ON CONFLICT (id) DO UPDATE SET measured_at = excluded.measured_at, data = excluded.data`);
}

export async function readMeasurement(
  database: Database,
): Promise<(UsageMeasurement & { measuredAt: string }) | null> {
  const row = await database.usageMeasurement.findFirst({ where: { id: 1 } });
  if (row === null) return null;
  // The job above has written it.
  const data = row.data as unknown as UsageMeasurement;
  return { ...data, measuredAt: row.measuredAt.toISOString() };
}

/** The server's own statements that took the most time in total; null without the extension pg_stat_statements. */
export async function listSlowQueries(database: Database): Promise<SlowQuery[] | null> {
  const [found] = await database.query<{ schema: string }>(Prisma.sql`
    SELECT extnamespace::regnamespace::text AS schema FROM pg_extension
    WHERE extname = 'pg_stat_statements'`);
  if (found === undefined) return null;
  const statements = Prisma.sql`
    SELECT left(query, 300) AS query, calls::float8, mean_exec_time AS "meanMs", total_exec_time AS "totalMs"
    FROM ${Prisma.raw(found.schema)}.pg_stat_statements
    WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND userid = (SELECT oid FROM pg_roles WHERE rolname = current_user)
    ORDER BY total_exec_time DESC LIMIT ${queriesMax}::int`;
  try {
    return await database.query<SlowQuery>(statements);
  } catch (error) {
    // The extension is installed, but the server was started without its library.
    if (isOutage(error)) throw error;
    return null;
  }
}
