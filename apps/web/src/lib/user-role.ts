import { hasPermission, isBelow } from '@skein/contracts/administration';
import type { Permission, UserRole } from '@skein/contracts/administration';
import type { CurrentUser } from '@skein/contracts/users';

/** The role of an account; servers of the previous release send only `isAdmin`. */
export function roleOf({ role, isAdmin }: Pick<CurrentUser, 'role' | 'isAdmin'>): UserRole {
  return role ?? (isAdmin ? 'admin' : 'member');
}

/** Whether the signed-in user has a permission. */
export function userHasPermission(user: CurrentUser | null, permission: Permission): boolean {
  return user !== null && hasPermission(roleOf(user), permission);
}

/** Whether the signed-in user may delete an account of this role. */
export function canPurge(user: CurrentUser | null, role: UserRole): boolean {
  return user !== null && userHasPermission(user, 'administrate') && isBelow(role, roleOf(user));
}
