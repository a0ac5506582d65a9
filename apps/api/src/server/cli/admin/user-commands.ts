import { hasPermission, userRoles } from '@skein/contracts/administration';
import type { AuditAction } from '@skein/contracts/administration';
import type { Prisma, Transaction } from '@skein/db';
import { OperationError } from '../operation-error.ts';
import type { Account, AdminRepository } from './admin.repository.ts';
import type { AdminCommand, AdminContext } from './command.ts';
import { withOperationErrors } from './with-operation-errors.ts';

interface Change {
  name: string;
  action: AuditAction;
  description: string;
  /** The state after the change, as the end of a sentence. */
  outcome: string;
  hasOutcome(account: Account): boolean;
  data(): Prisma.UserUpdateInput;
  /** Revokes the invitations of the account that can be used. */
  revokesInvitations?: true;
  /** Whether an owner is no owner after it. */
  takesRole?: true;
  /** Lifts all strikes of the account with this action. */
  lifts?: 'limit' | 'freeze' | 'suspend';
  /** Warnings about effects that the change does not have. */
  listWarnings?(account: Account, context: AdminContext): string[];
}

const changes: readonly Change[] = [
  {
    name: 'promote',
    action: 'promote',
    description: 'make a user an administrator',
    outcome: 'an administrator',
    hasOutcome: ({ role }) => hasPermission(role, 'administrate'),
    data: () => ({ role: 'admin' }),
  },
  {
    name: 'demote',
    action: 'demote',
    description: 'make a user an ordinary member',
    outcome: 'an ordinary member',
    hasOutcome: ({ role }) => role === 'member',
    data: () => ({ role: 'member' }),
    revokesInvitations: true,
    takesRole: true,
    listWarnings: warnOfConfiguredOwner,
  },
  {
    name: 'verify',
    action: 'verify',
    description: 'add the badge of a verified account',
    outcome: 'verified',
    hasOutcome: ({ isVerified }) => isVerified,
    data: () => ({ isVerified: true }),
  },
  {
    name: 'unverify',
    action: 'unverify',
    description: 'remove the badge of a verified account',
    outcome: 'not verified',
    hasOutcome: ({ isVerified }) => !isVerified,
    data: () => ({ isVerified: false }),
  },
  {
    name: 'unsuspend',
    action: 'unsuspend',
    description: 'enable a suspended account',
    outcome: 'not suspended',
    hasOutcome: ({ suspendedAt }) => suspendedAt === null,
    data: () => ({ suspendedAt: null, suspendedUntil: null }),
    lifts: 'suspend',
  },
  {
    name: 'unlimit',
    action: 'lift',
    description: 'show the threads of a limited account to everyone again',
    outcome: 'not limited',
    hasOutcome: ({ limitedAt }) => limitedAt === null,
    data: () => ({ limitedAt: null }),
    lifts: 'limit',
  },
  {
    name: 'unfreeze',
    action: 'lift',
    description: 'let the user of a frozen account publish again',
    outcome: 'not frozen',
    hasOutcome: ({ frozenAt }) => frozenAt === null,
    data: () => ({ frozenAt: null }),
    lifts: 'freeze',
  },
];

function warnOfConfiguredOwner({ email }: Account, { adminEmails }: AdminContext): string[] {
  if (!adminEmails.includes(email)) return [];
  return [`The owner of ${email} remains an owner until you remove the address from ADMIN_EMAILS.`];
}

const setRole: AdminCommand = {
  name: 'set-role',
  parameters: ['user', 'role'],
  description: `give a user a role: ${userRoles.join(', ')}`,
  async run(context, { positionals: [name = '', text = ''] }) {
    const { repository, clock } = context;
    const role = userRoles.find((each) => each === text);
    if (role === undefined) {
      throw new OperationError(`The role is one of: ${userRoles.join(', ')}.`);
    }
    const account = await requireAccount(repository, name);
    const { id, username } = account;
    const warnings = warnOfConfiguredOwner(account, context);
    if (account.role === role) return [`@${username} has this role already.`, ...warnings];
    const revoked = await repository.change(id, {
      action: 'change_role',
      data: { role },
      details: { from: account.role, to: role },
      revokesInvitations: !hasPermission(role, 'administrate'),
      now: clock.now(),
      ...(role !== 'owner' && { check: (tx) => requireAnotherOwner(context, tx, id) }),
    });
    return [`The role of @${username} is ${role} now.`, ...describeRevoked(revoked), ...warnings];
  },
};

/** Reversible changes of one account. */
export const userCommands: readonly AdminCommand[] = [...changes.map(toCommand), setRole];

function toCommand(change: Change): AdminCommand {
  return {
    name: change.name,
    parameters: ['user'],
    description: change.description,
    async run(context, { positionals: [name = ''] }) {
      const { repository, clock } = context;
      const account = await requireAccount(repository, name);
      const { id, username } = account;
      if (change.lifts) requireDecided(account);
      const warnings = change.listWarnings?.(account, context) ?? [];
      if (change.hasOutcome(account))
        return [`@${username} is ${change.outcome} already.`, ...warnings];
      const now = clock.now();
      const revoked = await repository.change(id, {
        action: change.action,
        data: change.data(),
        ...(change.lifts && { lifts: change.lifts }),
        revokesInvitations: change.revokesInvitations === true,
        now,
        ...(change.takesRole && { check: (tx) => requireAnotherOwner(context, tx, id) }),
      });
      return [`@${username} is ${change.outcome} now.`, ...describeRevoked(revoked), ...warnings];
    },
  };
}

function describeRevoked(count: number): string[] {
  return count > 0 ? [`Revoked invitations: ${count}.`] : [];
}

/** @throws OperationError when no account has this username or email address */
export async function requireAccount(repository: AdminRepository, name: string): Promise<Account> {
  const account = await repository.findAccount(name);
  if (account === null) {
    throw new OperationError(`There is no account with the username or email address ${name}.`);
  }
  return account;
}

/** @throws OperationError for the only owner */
export function requireAnotherOwner(
  { users }: Pick<AdminContext, 'users'>,
  tx: Transaction,
  id: string,
): Promise<void> {
  return withOperationErrors(() => users.requireAnotherOwner(tx, id, 'error.otherOnlyOwner'));
}

/** @throws OperationError for an account that waits for approval */
export function requireDecided({ username, pendingRegistration }: Account): void {
  if (pendingRegistration === null) return;
  throw new OperationError(
    `@${username} is waiting for approval: run "approve" or "reject" first.`,
  );
}
