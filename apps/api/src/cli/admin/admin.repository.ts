import type { AuditAction, UserRole } from '@skein/contracts/administration';
import type { Database, Prisma, Transaction } from '@skein/db';
import { recordAction, revokeUserInvitations } from '../../modules/moderation/index.ts';

/** The properties of an account that the commands need. */
export interface Account {
  id: string;
  username: string;
  email: string | null;
  emailProvenAt: Date | null;
  role: UserRole;
  suspendedAt: Date | null;
  /** Null unless the account waits for approval. */
  pendingRegistration: object | null;
}

const accountColumns = {
  id: true,
  username: true,
  email: true,
  emailProvenAt: true,
  role: true,
  suspendedAt: true,
  pendingRegistration: { select: { userId: true } },
} as const;

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
  now: Date;
  /** Rejects the change by throwing. */
  check?: (tx: Transaction) => Promise<void>;
}

/** Finds an account of this server by username or email address, ignoring case. */
export function findAccount(database: Database, name: string): Promise<Account | null> {
  const lower = name.replace(/^@/, '').toLowerCase();
  return database.user.findFirst({
    where: { deletedAt: null, domain: null, OR: [{ username: lower }, { email: lower }] },
    select: accountColumns,
  });
}

/** Returns the id of the oldest account of an owner; null without one. */
export async function findOwner(
  database: Database,
  adminEmails: readonly string[],
): Promise<string | null> {
  const owner = await database.user.findFirst({
    where: {
      deletedAt: null,
      suspendedAt: null,
      OR: [{ role: 'owner' }, { email: { in: [...adminEmails] }, emailProvenAt: { not: null } }],
    },
    orderBy: { id: 'asc' },
    select: { id: true },
  });
  return owner?.id ?? null;
}

export function countThreads(database: Database, authorId: string): Promise<number> {
  return database.thread.count({ where: { authorId, deletedAt: null } });
}

/** Adds an entry of the command line to the audit log. */
export function recordCommand(
  tx: Transaction,
  { targetId, ...action }: AdminAction,
): Promise<void> {
  const target = targetId === undefined ? {} : ({ targetType: 'user', targetId } as const);
  return recordAction(tx, { actorId: null, ...action, ...target });
}

/** Changes an account and adds an audit log entry. Returns the number of revoked invitations. */
export function changeAccount(
  database: Database,
  id: string,
  { action, data, details = {}, revokesInvitations, now, check }: AccountChange,
): Promise<number> {
  return database.$transaction(async (tx) => {
    await check?.(tx);
    await tx.user.update({ where: { id }, data, select: { id: true } });
    const revokedInvitations = revokesInvitations ? await revokeUserInvitations(tx, id, now) : 0;
    const revoked = revokedInvitations > 0 ? { revokedInvitations } : {};
    await recordCommand(tx, { action, targetId: id, details: { ...details, ...revoked } });
    return revokedInvitations;
  });
}
