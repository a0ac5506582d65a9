export { createModerationModule } from './moderation.module.ts';
export { moderationRoutes } from './moderation.routes.ts';
