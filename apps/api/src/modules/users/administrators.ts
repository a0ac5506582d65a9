import { ForbiddenError } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { UsersRepository } from './users.repository.ts';

/** The fields that decide whether an account is an administrator's. */
interface AdminFields {
  role: 'member' | 'admin';
  email: string;
  emailProvenAt: Date | null;
}

interface Dependencies {
  repository: Pick<UsersRepository, 'findCurrentUser'>;
  /** Lower case. An account with one of these emails, verified, is an administrator. */
  adminEmails: readonly string[];
}

export function createAdministrators({ repository, adminEmails }: Dependencies) {
  // Anyone can register an email, but only its owner can verify it.
  const isAdminAccount = ({ role, email, emailProvenAt }: AdminFields): boolean =>
    role === 'admin' || (emailProvenAt !== null && adminEmails.includes(email));

  return {
    isAdminAccount,

    /** Whether an account becomes an administrator's by verifying this email. */
    isConfiguredAdmin: (email: string): boolean => adminEmails.includes(email),

    /** @throws ForbiddenError for other users */
    async requireAdmin({ userId }: Viewer): Promise<void> {
      const row = await repository.findCurrentUser(userId);
      if (row === null || !isAdminAccount(row)) {
        throw new ForbiddenError('Only administrators can do this.');
      }
    },
  };
}
