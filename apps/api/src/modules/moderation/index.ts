export { recordAction } from './audit/audit.repository.ts';
export { revokeUserInvitations } from './accounts/invitations.repository.ts';
export { createModerationModule } from './moderation.module.ts';
export type { ModerationModule } from './moderation.module.ts';
export { bindWithPermission, moderationRoutes } from './moderation.routes.ts';
