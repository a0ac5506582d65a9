import type { AuditAction, StrikeAction, UserRole } from '@skein/contracts/administration';
import { hasPermission, userRoles } from '@skein/contracts/administration';
import type { Database, Prisma, Transaction } from '@skein/db';
import { addStrike, liftStrikes, revokeInvitationsOf } from '../../../modules/moderation/index.ts';
import { dateOfId, newId } from '../../../platform/ids.ts';

/** The properties of an account that the commands need. */
export interface Account {
  id: string;
  username: string;
  email: string;
  role: UserRole;
  isVerified: boolean;
  suspendedAt: Date | null;
  limitedAt: Date | null;
  frozenAt: Date | null;
  /** Null unless the account waits for approval. */
  pendingRegistration: object | null;
}

const rolesThatAdministrate = userRoles.filter((role) => hasPermission(role, 'administrate'));

/** An action from the command line, which has no signed-in actor. */
export interface AdminAction {
  action: AuditAction;
  targetId?: string;
  details?: Prisma.InputJsonObject;
}

interface AccountChange {
  action: AuditAction;
  data: Prisma.UserUpdateInput;
  details?: Prisma.InputJsonObject;
  /** Revokes the invitations of the account that can be used. */
  revokesInvitations: boolean;
  /** Adds a strike, or lifts all with its action. The user gets a notification, but no email. */
  strike?: { kind: 'add' | 'lift'; action: StrikeAction; text: string | null };
  now: Date;
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
        select: {
          id: true,
          username: true,
          email: true,
          role: true,
          isVerified: true,
          suspendedAt: true,
          limitedAt: true,
          frozenAt: true,
          pendingRegistration: { select: { userId: true } },
        },
      });
    },

    listAccounts: async (only: { isAdmin: boolean; isSuspended: boolean; limit: number }) => {
      const rows = await database.user.findMany({
        where: {
          deletedAt: null,
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

    recordAction: (adminAction: AdminAction, tx: Transaction = database): Promise<void> =>
      recordAction(tx, adminAction),
  };
}

/** Also adds an audit log entry. Returns the number of revoked invitations. */
async function changeAccount(
  tx: Transaction,
  id: string,
  { action, data, details = {}, revokesInvitations, strike, now }: AccountChange,
): Promise<number> {
  await tx.user.update({ where: { id }, data, select: { id: true } });
  if (strike?.kind === 'add') await addStrike(tx, { ...strike, userId: id });
  if (strike?.kind === 'lift') await liftStrikes(tx, { ...strike, userId: id }, now);
  const revokedInvitations = revokesInvitations ? await revokeInvitationsOf(tx, id, now) : 0;
  const revoked = revokedInvitations > 0 ? { revokedInvitations } : {};
  await recordAction(tx, { action, targetId: id, details: { ...details, ...revoked } });
  return revokedInvitations;
}

async function recordAction(
  tx: Transaction,
  { action, targetId, details = {} }: AdminAction,
): Promise<void> {
  const id = newId();
  await tx.auditEntry.create({
    data: {
      id,
      createdAt: dateOfId(id),
      action,
      targetType: targetId === undefined ? null : 'user',
      targetId: targetId ?? null,
      details: { ...details, by: 'command line' },
    },
  });
}
