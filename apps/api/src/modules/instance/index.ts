export { createInstanceModule } from './instance.module.ts';
export type { InstanceModule } from './instance.module.ts';
export { instanceRoutes } from './instance.routes.ts';
export type { PublicStats } from './public-stats.queries.ts';
