import { hasPermission } from '@skein/contracts/administration';
import type { Permission, UserRole } from '@skein/contracts/administration';
import type { Database, Transaction } from '@skein/db';
import { ConflictError, ForbiddenError } from '../../platform/errors.ts';
import type { ResponseMessage } from '../../platform/messages.ts';
import type { Actor } from '../../platform/viewer.ts';
import { isOnlyOwner } from './owners.queries.ts';
import { findCurrentUser } from './users.repository.ts';

/** The fields that decide the role of an account. */
export interface RoleFields {
  role: UserRole;
  /** Null for an account of another server, which has no other role than `member`. */
  email: string | null;
  emailProvenAt: Date | null;
}

export interface RoleDependencies {
  database: Database;
  /** Lower case. An account with one of these emails, verified, is an owner's. */
  adminEmails: readonly string[];
}

type ConfiguredEmails = Pick<RoleDependencies, 'adminEmails'>;

const messages = {
  moderate: 'error.moderatorsOnly',
  administrate: 'error.administratorsOnly',
} as const satisfies Record<Permission, string>;

/** Whether ADMIN_EMAILS sets the role, which cannot be changed then. */
export function isConfiguredOwner(
  { adminEmails }: ConfiguredEmails,
  { email, emailProvenAt }: Omit<RoleFields, 'role'>,
): boolean {
  // Anyone can register an email, but only its owner can verify it.
  return emailProvenAt !== null && email !== null && adminEmails.includes(email);
}

export function toRole(deps: ConfiguredEmails, account: RoleFields): UserRole {
  return isConfiguredOwner(deps, account) ? 'owner' : account.role;
}

/** `member` for an account that no longer exists. */
export async function getRole(deps: RoleDependencies, userId: string): Promise<UserRole> {
  const row = await findCurrentUser(deps.database, userId);
  return row === null ? 'member' : toRole(deps, row);
}

/**
 * The user's role. The command line may do what owners may.
 * @throws ForbiddenError for a role without the permission
 */
export async function requirePermission(
  deps: RoleDependencies,
  { userId }: Actor,
  permission: Permission,
): Promise<UserRole> {
  if (userId === null) return 'owner';
  const role = await getRole(deps, userId);
  if (!hasPermission(role, permission)) throw new ForbiddenError(messages[permission]);
  return role;
}

/**
 * Call it before an owner loses the role or the account. Locks the account and all owners.
 * @param message for the user who acts
 * @throws ConflictError if the account is the only owner's
 */
export async function requireAnotherOwner(
  { adminEmails }: ConfiguredEmails,
  tx: Transaction,
  id: string,
  message: ResponseMessage,
): Promise<void> {
  if (await isOnlyOwner(tx, id, adminEmails)) throw new ConflictError('conflict', message);
}
