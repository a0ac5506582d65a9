import type { AuditAction } from '@skein/contracts/constants';
import type { Prisma } from '@skein/db';
import { OperationError } from '../operation-error.ts';
import type { Account, AdminRepository } from './admin.repository.ts';
import type { AdminCommand, AdminContext } from './command.ts';

interface Change {
  name: AuditAction;
  description: string;
  /** The state after the change, as the end of a sentence. */
  outcome: string;
  hasOutcome(account: Account): boolean;
  data(now: Date): Prisma.UserUpdateInput;
  /** Revokes the invitations of the account that can be used. */
  revokesInvitations?: true;
  /** Warnings about effects that the change does not have. */
  listWarnings?(account: Account, context: AdminContext): string[];
}

const changes: readonly Change[] = [
  {
    name: 'promote',
    description: 'make a user an administrator',
    outcome: 'an administrator',
    hasOutcome: ({ role }) => role === 'admin',
    data: () => ({ role: 'admin' }),
  },
  {
    name: 'demote',
    description: 'make an administrator an ordinary member',
    outcome: 'an ordinary member',
    hasOutcome: ({ role }) => role === 'member',
    data: () => ({ role: 'member' }),
    revokesInvitations: true,
    listWarnings: ({ email }, { adminEmails }) =>
      adminEmails.includes(email)
        ? [
            `The owner of ${email} remains an administrator until you remove the address from ADMIN_EMAILS.`,
          ]
        : [],
  },
  {
    name: 'verify',
    description: 'add the badge of a verified account',
    outcome: 'verified',
    hasOutcome: ({ isVerified }) => isVerified,
    data: () => ({ isVerified: true }),
  },
  {
    name: 'unverify',
    description: 'remove the badge of a verified account',
    outcome: 'not verified',
    hasOutcome: ({ isVerified }) => !isVerified,
    data: () => ({ isVerified: false }),
  },
  {
    name: 'suspend',
    description: 'disable and hide an account',
    outcome: 'suspended',
    hasOutcome: ({ suspendedAt }) => suspendedAt !== null,
    data: (now) => ({ suspendedAt: now }),
  },
  {
    name: 'unsuspend',
    description: 'enable a suspended account',
    outcome: 'not suspended',
    hasOutcome: ({ suspendedAt }) => suspendedAt === null,
    data: () => ({ suspendedAt: null }),
  },
];

/** Reversible changes of one account. */
export const userCommands: readonly AdminCommand[] = changes.map((change) => ({
  name: change.name,
  parameters: ['user'],
  description: change.description,
  async run(context, { positionals: [name = ''] }) {
    const { repository, clock } = context;
    const account = await requireAccount(repository, name);
    const { id, username } = account;
    if (change.name === 'suspend' || change.name === 'unsuspend') requireDecided(account, context);
    const warnings = change.listWarnings?.(account, context) ?? [];
    if (change.hasOutcome(account))
      return [`@${username} is ${change.outcome} already.`, ...warnings];
    const now = clock.now();
    const revoked = await repository.change(id, {
      action: change.name,
      data: change.data(now),
      revokesInvitations: change.revokesInvitations === true,
      now,
    });
    const revocations = revoked > 0 ? [`Revoked invitations: ${revoked}.`] : [];
    return [`@${username} is ${change.outcome} now.`, ...revocations, ...warnings];
  },
}));

/** @throws OperationError when no account has this username or email address */
export async function requireAccount(repository: AdminRepository, name: string): Promise<Account> {
  const account = await repository.findAccount(name);
  if (account === null) {
    throw new OperationError(`There is no account with the username or email address ${name}.`);
  }
  return account;
}

/** @throws OperationError for an account that waits for approval */
export function requireDecided(
  { username, pendingRegistration }: Account,
  { publicUrl }: Pick<AdminContext, 'publicUrl'>,
): void {
  if (pendingRegistration === null) return;
  throw new OperationError(
    `@${username} is waiting for approval: approve or reject the account at ${publicUrl.origin}/admin/registrations first.`,
  );
}
