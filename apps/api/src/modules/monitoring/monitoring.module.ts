import { listOpenAlerts } from './alerts.repository.ts';
import { checkAlerts } from './check-alerts.ts';
import type { AlertDependencies } from './check-alerts.ts';
import { getUsage, recordUsage } from './get-usage.ts';

interface Dependencies extends AlertDependencies {
  /** Infinity for no limit. */
  mediaQuotaBytes: number;
}

export type MonitoringModule = ReturnType<typeof createMonitoringModule>;

/** What the instance uses, whether its background work succeeds, and alerts for administrators. */
export function createMonitoringModule(deps: Dependencies) {
  return {
    getUsage: () => getUsage(deps),
    listAlerts: async () => ({ alerts: await listOpenAlerts(deps.database) }),

    /** Background jobs. */
    measureUsage: () => recordUsage(deps),
    checkAlerts: () => checkAlerts(deps),
  };
}
