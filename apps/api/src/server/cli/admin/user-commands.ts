import type { Prisma } from '@skein/db';
import { OperationError } from '../operation-error.ts';
import type { Account, AdminRepository } from './admin.repository.ts';
import type { AdminCommand, AdminContext } from './command.ts';

interface Change {
  name: string;
  says: string;
  /** What the account is afterwards, as the end of a sentence about it. */
  outcome: string;
  isDone(account: Account): boolean;
  data(now: Date): Prisma.UserUpdateInput;
  /** What it leaves as it is, though one might think otherwise. */
  listLimits?(account: Account, context: AdminContext): string[];
}

const changes: readonly Change[] = [
  {
    name: 'promote',
    says: 'make somebody an administrator',
    outcome: 'an administrator',
    isDone: ({ role }) => role === 'admin',
    data: () => ({ role: 'admin' }),
  },
  {
    name: 'demote',
    says: 'make an administrator a member like others',
    outcome: 'a member like others',
    isDone: ({ role }) => role === 'member',
    data: () => ({ role: 'member' }),
    listLimits: ({ email }, { adminEmails }) =>
      adminEmails.includes(email)
        ? [`Whoever owns ${email} is an administrator all the same: take it out of ADMIN_EMAILS.`]
        : [],
  },
  {
    name: 'verify',
    says: 'put the badge of a verified account beside a name',
    outcome: 'verified',
    isDone: ({ isVerified }) => isVerified,
    data: () => ({ isVerified: true }),
  },
  {
    name: 'unverify',
    says: 'take that badge away',
    outcome: 'without the badge',
    isDone: ({ isVerified }) => !isVerified,
    data: () => ({ isVerified: false }),
  },
  {
    name: 'suspend',
    says: 'shut an account: it can do nothing, and nobody sees it',
    outcome: 'suspended',
    isDone: ({ suspendedAt }) => suspendedAt !== null,
    data: (now) => ({ suspendedAt: now }),
  },
  {
    name: 'unsuspend',
    says: 'open a suspended account again',
    outcome: 'not suspended',
    isDone: ({ suspendedAt }) => suspendedAt === null,
    data: () => ({ suspendedAt: null }),
  },
];

/** What is done to one account, and can be taken back. */
export const userCommands: readonly AdminCommand[] = changes.map((change) => ({
  name: change.name,
  parameters: ['person'],
  says: change.says,
  async run(context, { words: [name = ''] }) {
    const { repository, clock } = context;
    const account = await requireAccount(repository, name);
    const { id, username } = account;
    const limits = change.listLimits?.(account, context) ?? [];
    if (change.isDone(account)) return [`@${username} is ${change.outcome} already.`, ...limits];
    await repository.change(id, change.data(clock.now()), { action: change.name, targetId: id });
    return [`@${username} is ${change.outcome} now.`, ...limits];
  },
}));

/** @throws OperationError when nobody has that username or address */
export async function requireAccount(repository: AdminRepository, name: string): Promise<Account> {
  const account = await repository.findAccount(name);
  if (account === null) {
    throw new OperationError(`Nobody here has the username or e-mail address ${name}.`);
  }
  return account;
}
