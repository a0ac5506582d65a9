import { hasPermission, isBelow } from '@skein/contracts/administration';
import type { Permission, UserRole } from '@skein/contracts/administration';
import type { CurrentUser } from '@skein/contracts/users';

/** Whether the signed-in user has a permission. */
export function userHasPermission(user: CurrentUser | null, permission: Permission): boolean {
  return user !== null && hasPermission(user.role, permission);
}

/** Whether the signed-in user may delete an account of this role. */
export function canPurge(user: CurrentUser | null, role: UserRole): boolean {
  return user !== null && userHasPermission(user, 'administrate') && isBelow(role, user.role);
}
