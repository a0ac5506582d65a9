import type { JobStatus } from '@skein/contracts/moderation';
import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';

const { sql } = Prisma;

export const emailRunName = 'send-email';
export const backupRunName = 'backup';

export interface Run {
  name: string;
  durationMs: number;
  /** Null for a success. */
  error: string | null;
}

const errorMaxLength = 500;

export async function saveRun(database: Database, run: Run, now: Date): Promise<void> {
  const { name, error } = run;
  const message = error?.slice(0, errorMaxLength) ?? null;
  const failures = error === null ? 0 : 1;
  await database.execute(sql`
    INSERT INTO job_runs AS stored (name, ran_at, duration_ms, failures, error)
    VALUES (${name}, ${now}, ${Math.round(run.durationMs)}::int, ${failures}::int, ${message})
    ON CONFLICT (name) DO UPDATE SET ran_at = excluded.ran_at, duration_ms = excluded.duration_ms,
      failures = CASE WHEN excluded.failures = 0 THEN 0 ELSE stored.failures + 1 END,
      error = coalesce(excluded.error, stored.error)`);
}

/** Records that the backup command has finished. */
export function recordBackup(database: Database, durationMs: number, now: Date): Promise<void> {
  return saveRun(database, { name: backupRunName, durationMs, error: null }, now);
}

export async function listRuns(database: Database): Promise<JobStatus[]> {
  const rows = await database.jobRun.findMany({ orderBy: { name: 'asc' } });
  return rows.map((row) => ({ ...row, ranAt: row.ranAt.toISOString() }));
}

/** The names of those that have failed at least this often in a row, and since then. */
export async function listFailing(
  database: Database,
  failures: number,
  since: Date,
): Promise<string[]> {
  const rows = await database.jobRun.findMany({
    where: { failures: { gte: failures }, ranAt: { gt: since } },
    select: { name: true },
    orderBy: { name: 'asc' },
  });
  return rows.map(({ name }) => name);
}

/** Deletes those of jobs and servers that exist no longer. */
export async function deleteOldRuns(database: Database, before: Date): Promise<void> {
  await database.jobRun.deleteMany({
    where: { ranAt: { lt: before }, name: { not: backupRunName } },
  });
}

/** The time of the latest backup; of the first account if there is none, and null without accounts. */
export async function findBackupStart(database: Database): Promise<Date | null> {
  const [row] = await database.query<{ at: Date | null }>(sql`
    SELECT coalesce((SELECT ran_at FROM job_runs WHERE name = ${backupRunName}),
      (SELECT created_at FROM users WHERE domain IS NULL ORDER BY id LIMIT 1)) AS at`);
  return row?.at ?? null;
}
