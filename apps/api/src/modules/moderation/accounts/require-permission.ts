import type { Permission } from '@skein/contracts/administration';
import type { Viewer } from '../../../platform/viewer.ts';
import type { AuthModule } from '../../auth/index.ts';
import type { UsersModule } from '../../users/index.ts';

interface Dependencies {
  users: Pick<UsersModule, 'requirePermission'>;
  auth: Pick<AuthModule, 'twoFactor'>;
  /** Whether administration requires a session with a second factor or passkey. */
  requiresAdminTwoFactor: boolean;
}

/**
 * @throws ForbiddenError for a role without the permission
 * @throws AppError `two_factor_required`
 */
export async function requirePermission(
  { users, auth, requiresAdminTwoFactor }: Dependencies,
  viewer: Viewer,
  permission: Permission,
): Promise<void> {
  await users.requirePermission(viewer, permission);
  if (requiresAdminTwoFactor) await auth.twoFactor.requireSession(viewer);
}
