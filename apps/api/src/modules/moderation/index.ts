export { recordAction } from './audit.repository.ts';
export { revokeInvitationsOf } from './invitations.repository.ts';
export { createModerationModule } from './moderation.module.ts';
export type { ModerationModule } from './moderation.module.ts';
export { bindWithPermission, moderationRoutes } from './moderation.routes.ts';
