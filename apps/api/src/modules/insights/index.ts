export { countLeavingUser } from './daily-stats.repository.ts';
export { createInsightsModule } from './insights.module.ts';
export type { InsightsModule } from './insights.module.ts';
