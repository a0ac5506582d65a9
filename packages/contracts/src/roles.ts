/** The roles of accounts. Each may do everything that the ones before it may do. */
export const userRoles = ['member', 'moderator', 'admin', 'owner'] as const;

export type UserRole = (typeof userRoles)[number];

/** What the roles above `member` may do, by the lowest role that may do it. */
const permissions = {
  /** Handle reports and registrations, suspend accounts, remove threads, read the audit log. */
  moderate: 'moderator',
  /** Change settings, rules and pages; verify accounts; invite; give and take roles. */
  administrate: 'admin',
} as const satisfies Record<string, UserRole>;

export type Permission = keyof typeof permissions;

export function hasPermission(role: UserRole, permission: Permission): boolean {
  return !isBelow(role, permissions[permission]);
}

/** Whether a role is lower than another. Moderation is possible only of accounts with a lower role. */
export function isBelow(role: UserRole, other: UserRole): boolean {
  return userRoles.indexOf(role) < userRoles.indexOf(other);
}

/**
 * The roles that the actor may give to an account; empty if the actor may not change its role.
 * Owners give every role, also to other owners. Administrators give roles below their own.
 * @param current the present role of the account
 */
export function listAssignableRoles(actor: UserRole, current: UserRole): readonly UserRole[] {
  if (actor === 'owner') return userRoles;
  if (!hasPermission(actor, 'administrate') || !isBelow(current, actor)) return [];
  return userRoles.filter((role) => isBelow(role, actor));
}
