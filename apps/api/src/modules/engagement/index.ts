export { createEngagementModule } from './engagement.module.ts';
export type { EngagementModule } from './engagement.module.ts';
export { engagementRoutes } from './engagement.routes.ts';
