export { createFollowsModule } from './follows.module.ts';
export type { FollowsModule } from './follows.module.ts';
export { followsRoutes } from './follows.routes.ts';
