export { readAuditEntries } from './audit.queries.ts';
export { createModerationModule } from './moderation.module.ts';
export { moderationRoutes } from './moderation.routes.ts';
