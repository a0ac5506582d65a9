export { readAuditEntries } from './audit.queries.ts';
export { revokeInvitationsOf } from './invitations.repository.ts';
export { addStrike, liftStrikes } from './strikes-of-commands.ts';
export { createModerationModule } from './moderation.module.ts';
export type { ModerationModule } from './moderation.module.ts';
export { moderationRoutes } from './moderation.routes.ts';
