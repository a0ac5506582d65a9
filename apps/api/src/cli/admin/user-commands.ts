import { hasPermission, suspensionDaysMax, userRoles } from '@skein/contracts/administration';
import { createStrike } from '@skein/contracts/moderation';
import type { Database, Transaction } from '@skein/db';
import { independentAttempt } from '../../platform/idempotency/idempotency.ts';
import { parseInput } from '../../http/routes/parse-input.ts';
import { commandLine } from '../../platform/viewer.ts';
import { OperationError } from '../operation-error.ts';
import { changeAccount, findAccount } from './admin.repository.ts';
import type { Account } from './admin.repository.ts';
import type { AdminCommand, AdminContext } from './command.ts';
import { withOperationErrors } from './with-operation-errors.ts';
import { dayMs } from '../../platform/clock.ts';

function warnOfConfiguredOwner({ email }: Account, { adminEmails }: AdminContext): string[] {
  if (!adminEmails.includes(email ?? '')) return [];
  return [`The owner of ${email} remains an owner until you remove the address from ADMIN_EMAILS.`];
}

const setRole: AdminCommand = {
  name: 'set-role',
  parameters: ['user', 'role'],
  description: `give a user a role: ${userRoles.join(', ')}`,
  async run(context, { positionals: [name = '', text = ''] }) {
    const { database, clock } = context;
    const role = userRoles.find((each) => each === text);
    if (role === undefined) {
      throw new OperationError(`The role is one of: ${userRoles.join(', ')}.`);
    }
    const account = await requireAccount(database, name);
    const { id, username } = account;
    const warnings = warnOfConfiguredOwner(account, context);
    if (account.role === role) return [`@${username} has this role already.`, ...warnings];
    const revoked = await changeAccount(database, id, {
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

/** The command that docs/install.md names for the first administrators. */
const promote: AdminCommand = {
  name: 'promote',
  parameters: ['user'],
  description: 'make a user an administrator, like "set-role <user> admin"',
  async run(context, { positionals: [name = ''] }) {
    const { role, username } = await requireAccount(context.database, name);
    if (hasPermission(role, 'administrate')) return [`@${username} is an administrator already.`];
    return setRole.run(context, { positionals: [name, 'admin'], options: {} });
  },
};

const suspend: AdminCommand = {
  name: 'suspend',
  parameters: ['user'],
  options: {
    reason: { type: 'string', description: 'shown to the user' },
    days: { type: 'string', description: 'the days until it ends; without an end by default' },
  },
  description: 'disable and hide an account',
  async run({ clock, database, moderation }, { positionals: [name = ''], options }) {
    const account = await requireAccount(database, name);
    requireDecided(account);
    const { id: userId, username, suspendedAt } = account;
    const days = readDays(options['days']);
    if (days === null && suspendedAt !== null) return [`@${username} is suspended already.`];
    const end = days === null ? null : new Date(clock.now().getTime() + days * dayMs);
    const input = parseInput(createStrike.body.schema, {
      action: 'suspend',
      suspendedUntil: end?.toISOString() ?? null,
      ruleIds: [],
      text: options['reason'] ?? '',
    });
    await moderation.createStrike(commandLine, independentAttempt(), { userId, ...input });
    return [`@${username} is suspended now.`];
  },
};

const unsuspend: AdminCommand = {
  name: 'unsuspend',
  parameters: ['user'],
  description: 'enable a suspended account',
  async run({ database, moderation }, { positionals: [name = ''] }) {
    const account = await requireAccount(database, name);
    requireDecided(account);
    const { id: userId, username, suspendedAt } = account;
    if (suspendedAt === null) return [`@${username} is not suspended already.`];
    await moderation.unsuspend(commandLine, { userId, reason: '' });
    return [`@${username} is not suspended now.`];
  },
};

/** Reversible changes of one account. */
export const userCommands: readonly AdminCommand[] = [promote, setRole, suspend, unsuspend];

/** @throws OperationError */
function readDays(option: string | boolean | undefined): number | null {
  if (option === undefined) return null;
  const days = Number(option);
  if (Number.isInteger(days) && days >= 1 && days <= suspensionDaysMax) return days;
  throw new OperationError(`--days must be a whole number from 1 to ${suspensionDaysMax}.`);
}

function describeRevoked(count: number): string[] {
  return count > 0 ? [`Revoked invitations: ${count}.`] : [];
}

/** @throws OperationError when no account has this username or email address */
export async function requireAccount(database: Database, name: string): Promise<Account> {
  const account = await findAccount(database, name);
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
    `@${username} is waiting for approval: call "approveRegistration" or "rejectRegistration" first.`,
  );
}
