import type { Alert, JobStatus, SlowQuery, Usage } from '@skein/contracts/moderation';
import type { Database } from '@skein/db';
import { listOpenAlerts } from './alerts.repository.ts';
import { checkAlerts } from './check-alerts.ts';
import type { AlertDependencies } from './check-alerts.ts';
import { deleteOldRuns, listRuns } from './job-runs.repository.ts';
import { listSlowQueries, measureUsage, readMeasurement } from './usage.repository.ts';

const runsKeptMs = 2 * 24 * 60 * 60 * 1000;

interface Dependencies extends AlertDependencies {
  /** Infinity for no limit. */
  mediaQuotaBytes: number;
}

export type MonitoringModule = ReturnType<typeof createMonitoringModule>;

/** What the instance uses, whether its background work succeeds, and alerts for administrators. */
export function createMonitoringModule(dependencies: Dependencies) {
  const { database, clock, readDisk, mediaQuotaBytes } = dependencies;
  return {
    async getUsage(): Promise<Usage> {
      const [disk, stored] = await Promise.all([readDisk(), readUsage(database)]);
      const accountMediaBytesMax = mediaQuotaBytes === Infinity ? null : mediaQuotaBytes;
      return { disk, accountMediaBytesMax, ...stored };
    },
    listAlerts: async (): Promise<{ alerts: Alert[] }> => ({
      alerts: await listOpenAlerts(database),
    }),

    /** Background jobs. */
    async measureUsage(): Promise<void> {
      const now = clock.now();
      await measureUsage(database, now);
      await deleteOldRuns(database, new Date(now.getTime() - runsKeptMs));
    },
    checkAlerts: (): Promise<void> => checkAlerts(dependencies),
  };
}

/** What all servers share. */
async function readUsage(database: Database): Promise<{
  measured: Usage['measured'];
  jobs: JobStatus[];
  queries: SlowQuery[] | null;
}> {
  const [measured, jobs, queries] = await Promise.all([
    readMeasurement(database),
    listRuns(database),
    listSlowQueries(database),
  ]);
  return { measured, jobs, queries };
}
