export { createFeedModule } from './feed.module.ts';
export { feedRoutes } from './feed.routes.ts';
