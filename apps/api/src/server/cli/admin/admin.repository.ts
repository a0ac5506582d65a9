import type { AuditAction, StrikeAction, UserRole } from '@skein/contracts/administration';
import { hasPermission, userRoles } from '@skein/contracts/administration';
import type { Database, Prisma, Transaction } from '@skein/db';
import {
  liftStrikes,
  recordAction,
  revokeInvitationsOf,
} from '../../../modules/moderation/index.ts';

/** The properties of an account that the commands need. */
export interface Account {
  id: string;
  username: string;
  email: string;
  emailProvenAt: Date | null;
  role: UserRole;
  isVerified: boolean;
  suspendedAt: Date | null;
  limitedAt: Date | null;
  frozenAt: Date | null;
  /** Null unless the account waits for approval. */
  pendingRegistration: object | null;
}

const accountColumns = {
  id: true,
  username: true,
  email: true,
  emailProvenAt: true,
  role: true,
  isVerified: true,
  suspendedAt: true,
  limitedAt: true,
  frozenAt: true,
  pendingRegistration: { select: { userId: true } },
} as const;

const rolesThatAdministrate = userRoles.filter((role) => hasPermission(role, 'administrate'));

/** An action from the command line, which has no signed-in actor. */
export interface AdminAction {
  action: AuditAction;
  /** A user by default. */
  targetType?: 'user' | 'report';
  targetId?: string;
  details?: Prisma.InputJsonObject;
}

interface AccountChange {
  action: AuditAction;
  data: Prisma.UserUpdateInput;
  details?: Prisma.InputJsonObject;
  /** Revokes the invitations of the account that can be used. */
  revokesInvitations: boolean;
  /** Lifts all strikes with this action. The user gets a notification, but no email. */
  lifts?: StrikeAction;
  now: Date;
  /** Rejects the change by throwing. */
  check?: (tx: Transaction) => Promise<void>;
}

export type AdminRepository = ReturnType<typeof createAdminRepository>;

export function createAdminRepository(database: Database) {
  return {
    transaction: <Result>(work: (tx: Transaction) => Promise<Result>) =>
      database.$transaction(work),

    /** Finds an account by username or email address, ignoring case. */
    findAccount: (name: string): Promise<Account | null> => {
      const lower = name.replace(/^@/, '').toLowerCase();
      return database.user.findFirst({
        where: { deletedAt: null, OR: [{ username: lower }, { email: lower }] },
        select: accountColumns,
      });
    },

    /** @param only.ids undefined for all accounts */
    listAccounts: async (only: {
      ids: string[] | undefined;
      isAdmin: boolean;
      isSuspended: boolean;
      limit: number;
    }) => {
      const rows = await database.user.findMany({
        where: {
          deletedAt: null,
          ...(only.ids && { id: { in: only.ids } }),
          ...(only.isAdmin && { role: { in: [...rolesThatAdministrate] } }),
          ...(only.isSuspended && { suspendedAt: { not: null }, pendingRegistration: null }),
        },
        orderBy: { id: 'desc' },
        take: only.limit,
        select: {
          id: true,
          username: true,
          name: true,
          email: true,
          role: true,
          isVerified: true,
          isPrivate: true,
          suspendedAt: true,
          createdAt: true,
          threadsCount: true,
          pendingRegistration: { select: { userId: true } },
        },
      });
      return rows.map(({ pendingRegistration, ...row }) => ({
        ...row,
        isPending: pendingRegistration !== null,
      }));
    },

    countThreads: (authorId: string): Promise<number> =>
      database.thread.count({ where: { authorId, deletedAt: null } }),

    change: (id: string, change: AccountChange): Promise<number> =>
      database.$transaction((tx) => changeAccount(tx, id, change)),

    recordAction: (action: AdminAction, tx: Transaction = database): Promise<void> =>
      recordAction(tx, toAudited(action)),
  };
}

/** Also adds an audit log entry. Returns the number of revoked invitations. */
async function changeAccount(
  tx: Transaction,
  id: string,
  { action, data, details = {}, revokesInvitations, lifts, now, check }: AccountChange,
): Promise<number> {
  await check?.(tx);
  await tx.user.update({ where: { id }, data, select: { id: true } });
  if (lifts !== undefined) await liftStrikes(tx, { userId: id, action: lifts }, now);
  const revokedInvitations = revokesInvitations ? await revokeInvitationsOf(tx, id, now) : 0;
  const revoked = revokedInvitations > 0 ? { revokedInvitations } : {};
  const audited = { action, targetId: id, details: { ...details, ...revoked } };
  await recordAction(tx, toAudited(audited));
  return revokedInvitations;
}

function toAudited({ targetId, ...action }: AdminAction) {
  const target = targetId === undefined ? {} : ({ targetType: 'user', targetId } as const);
  return { actorId: null, ...action, ...target };
}
