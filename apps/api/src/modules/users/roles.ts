import { hasPermission } from '@skein/contracts/administration';
import type { Permission, UserRole } from '@skein/contracts/administration';
import { ForbiddenError } from '../../platform/errors.ts';
import type { Actor } from '../../platform/viewer.ts';
import type { UsersRepository } from './users.repository.ts';

/** The fields that decide the role of an account. */
interface RoleFields {
  role: UserRole;
  email: string;
  emailProvenAt: Date | null;
}

interface Dependencies {
  repository: Pick<UsersRepository, 'findCurrentUser'>;
  /** Lower case. An account with one of these emails, verified, is an owner's. */
  adminEmails: readonly string[];
}

const messages = {
  moderate: 'error.moderatorsOnly',
  administrate: 'error.administratorsOnly',
} as const satisfies Record<Permission, string>;

export function createRoles({ repository, adminEmails }: Dependencies) {
  /** Whether ADMIN_EMAILS sets the role, which cannot be changed then. */
  const isConfiguredOwner = ({ email, emailProvenAt }: Omit<RoleFields, 'role'>): boolean =>
    // Anyone can register an email, but only its owner can verify it.
    emailProvenAt !== null && adminEmails.includes(email);

  const roleOf = (account: RoleFields): UserRole =>
    isConfiguredOwner(account) ? 'owner' : account.role;

  return {
    isConfiguredOwner,
    roleOf,

    async isOwner(userId: string): Promise<boolean> {
      const row = await repository.findCurrentUser(userId);
      return row !== null && roleOf(row) === 'owner';
    },

    /** `member` for an account that no longer exists. */
    async getRole(userId: string): Promise<UserRole> {
      const row = await repository.findCurrentUser(userId);
      return row === null ? 'member' : roleOf(row);
    },

    /** Whether an account becomes an owner's by verifying this email. */
    isConfiguredEmail: (email: string): boolean => adminEmails.includes(email),

    /**
     * The user's role. The command line may do what owners may.
     * @throws ForbiddenError for a role without the permission
     */
    async requirePermission({ userId }: Actor, permission: Permission): Promise<UserRole> {
      if (userId === null) return 'owner';
      const row = await repository.findCurrentUser(userId);
      const role = row === null ? 'member' : roleOf(row);
      if (!hasPermission(role, permission)) throw new ForbiddenError(messages[permission]);
      return role;
    },
  };
}
