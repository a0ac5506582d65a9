import { hasPermission } from '@skein/contracts/administration';
import type { UserRole } from '@skein/contracts/administration';
import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import { userNotFound } from '../../users/index.ts';
import { recordAction } from '../audit/audit.repository.ts';
import type { AuditedAction } from '../audit/audit.repository.ts';
import { revokeUserInvitations } from './invitations.repository.ts';
import { markLifted, notifyOfModeration, undoAction } from '../strikes/strikes.repository.ts';

const { sql } = Prisma;

export interface Account {
  id: string;
  username: string;
  domain: string | null;
  email: string | null;
  emailProvenAt: Date | null;
  role: UserRole;
  isVerified: boolean;
  suspendedAt: Date | null;
}

const accountFields = {
  id: true,
  username: true,
  domain: true,
  email: true,
  emailProvenAt: true,
  role: true,
  isVerified: true,
  suspendedAt: true,
} as const;

interface RoleChange {
  actorId: string | null;
  targetId: string;
  role: UserRole;
  now: Date;
}

/** Throws if the roles of the accounts do not allow the action. */
type RoleCheck = (actor: Account, target: Account) => void;

export function findAccount(database: Database | Transaction, id: string): Promise<Account | null> {
  return database.user.findFirst({
    where: { id, deletedAt: null, pendingRegistration: null },
    select: accountFields,
  });
}

/** Recorded only if it changed anything, so of two concurrent calls only once. */
export function updateVerified(
  database: Database,
  id: string,
  isVerified: boolean,
  action: AuditedAction,
): Promise<void> {
  return database.$transaction(async (tx) => {
    const { count } = await tx.user.updateMany({
      where: { id, isVerified: !isVerified },
      data: { isVerified },
    });
    if (count > 0) await recordAction(tx, action);
  });
}

/**
 * Gives the account a role, if `check` does not throw for the present state of both accounts.
 * @param now when its invitations are revoked, unless the role may invite
 */
export function updateRole(
  database: Database,
  { actorId, targetId, role, now }: RoleChange,
  check: RoleCheck,
): Promise<void> {
  return database.$transaction(async (tx) => {
    const target = await lockAndCheck(tx, { actorId, targetId }, check);
    if (target.role === role) return;
    await tx.user.update({ where: { id: targetId }, data: { role }, select: { id: true } });
    if (!hasPermission(role, 'administrate')) await revokeUserInvitations(tx, targetId, now);
    const details = { from: target.role, to: role };
    const action = 'change_role';
    await recordAction(tx, { actorId, action, targetType: 'user', targetId, details });
  });
}

/** Takes the same `check` as `updateRole`. False if the account was not suspended. */
export function liftSuspension(
  database: Database,
  userId: string,
  { now, ...action }: AuditedAction & { now: Date },
  check: RoleCheck,
): Promise<boolean> {
  return database.$transaction(async (tx) => {
    const ids = { actorId: action.actorId, targetId: userId };
    const { suspendedAt } = await lockAndCheck(tx, ids, check);
    if (suspendedAt === null) return false;
    await undoAction(tx, { userId, action: 'suspend', threadId: null });
    await markLifted(tx, { userId, action: 'suspend' }, now);
    await notifyOfModeration(tx, userId);
    await recordAction(tx, action);
    return true;
  });
}

/**
 * Locks both accounts, so that their roles stay as they are checked, and returns the target. The command
 * line, whose `actorId` is null, passes every check.
 * @throws NotFoundError, and what `check` throws
 */
export async function lockAndCheck(
  tx: Transaction,
  { actorId, targetId }: { actorId: string | null; targetId: string },
  check: RoleCheck,
): Promise<Account> {
  const ids = actorId === null ? [targetId] : [actorId, targetId];
  await tx.query(
    sql`SELECT id FROM users WHERE id = ANY (${ids}::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
  );
  const rows = await tx.user.findMany({ where: { id: { in: ids } }, select: accountFields });
  const target = rows.find(({ id }) => id === targetId);
  if (target === undefined) throw userNotFound();
  if (actorId === null) return target;
  const actor = rows.find(({ id }) => id === actorId);
  if (actor === undefined) throw userNotFound();
  check(actor, target);
  return target;
}
