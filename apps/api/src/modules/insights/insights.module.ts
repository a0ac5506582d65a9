import type { Database } from '@skein/db';
import type { Clock } from '../../platform/clock.ts';
import type { MeasuredRequest } from '../../platform/metrics.ts';
import { countDays, readInsights, saveResponseTimes } from './count-insights.ts';
import { createResponseTimeCounter } from './response-times.ts';

export type InsightsModule = ReturnType<typeof createInsightsModule>;

/** Numbers of the instance per day, counted by background jobs, so that reading them scans no content. */
export function createInsightsModule(deps: { database: Database; clock: Clock }) {
  const counter = createResponseTimeCounter();
  return {
    recordRequest: (measured: MeasuredRequest): void => counter.record(measured),
    read: (days: number) => readInsights(deps, days),

    /** Background jobs. */
    countDays: () => countDays(deps),
    saveResponseTimes: () => saveResponseTimes(deps, counter),
  };
}
