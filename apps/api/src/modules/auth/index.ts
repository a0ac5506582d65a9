export { createAuthModule } from './auth.module.ts';
export type { AuthModule } from './auth.module.ts';
export type { PasswordEntry } from './confirm-password.ts';
export { authRoutes } from './auth.routes.ts';
export { createPasswordResetsRepository } from './password-resets.repository.ts';
export { createPasswords } from './passwords.ts';
export { createResetLink } from './reset-links.ts';
export type { LiveSession } from './sessions.repository.ts';
export { lastSeenStepMs } from './sessions.ts';
