export { createFollowsModule } from './follows.module.ts';
export { followsRoutes } from './follows.routes.ts';
