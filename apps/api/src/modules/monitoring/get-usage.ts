import type { Usage } from '@skein/contracts/moderation';
import type { Database } from '@skein/db';
import { dayMs } from '../../platform/clock.ts';
import type { Clock } from '../../platform/clock.ts';
import type { AlertDependencies } from './check-alerts.ts';
import { deleteOldRuns, listRuns } from './job-runs.repository.ts';
import { listSlowQueries, measureUsage, readMeasurement } from './usage.repository.ts';

const runsKeptMs = 2 * dayMs;

interface Dependencies extends Pick<AlertDependencies, 'readDisk'> {
  database: Database;
  /** Infinity for no limit. */
  mediaQuotaBytes: number;
}

export async function getUsage({
  database,
  readDisk,
  mediaQuotaBytes,
}: Dependencies): Promise<Usage> {
  const [disk, measured, jobs, queries] = await Promise.all([
    readDisk(),
    readMeasurement(database),
    listRuns(database),
    listSlowQueries(database),
  ]);
  const accountMediaBytesMax = mediaQuotaBytes === Infinity ? null : mediaQuotaBytes;
  return { disk, accountMediaBytesMax, measured, jobs, queries };
}

/** Measures what the instance uses, and deletes old runs of jobs. */
export async function recordUsage({
  database,
  clock,
}: {
  database: Database;
  clock: Clock;
}): Promise<void> {
  const now = clock.now();
  await measureUsage(database, now);
  await deleteOldRuns(database, new Date(now.getTime() - runsKeptMs));
}
