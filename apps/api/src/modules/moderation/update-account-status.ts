import { hasPermission, isBelow, listAssignableRoles } from '@skein/contracts/administration';
import type { UserRole } from '@skein/contracts/administration';
import type { Clock } from '../../platform/clock.ts';
import { ConflictError, ForbiddenError, ValidationError } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { AuthModule } from '../auth/index.ts';
import { userNotFound } from '../users/index.ts';
import type { UsersModule } from '../users/index.ts';
import type { AuditedAction } from './audit.repository.ts';
import type { Account, AccountStatusRepository } from './account-status.repository.ts';

export interface UsersDependencies {
  accounts: AccountStatusRepository;
  users: Pick<UsersModule, 'isConfiguredOwner' | 'roleOf'>;
  auth: Pick<AuthModule, 'endAllSessions'>;
  clock: Clock;
}

/** @throws NotFoundError */
export async function verifyUser(
  { accounts }: UsersDependencies,
  admin: Viewer,
  { userId, isVerified }: { userId: string; isVerified: boolean },
): Promise<void> {
  const { id } = await requireAccount(accounts, userId);
  const action = toAuditedAction(id, admin, {
    action: isVerified ? 'verify' : 'unverify',
  });
  await accounts.setVerified(id, isVerified, action);
}

/**
 * Suspends an account and ends its sessions, which do not resume when it is unsuspended.
 * @throws NotFoundError; ValidationError for the actor's own account; ConflictError for an
 * administrator and for an account whose role is not lower
 */
export async function suspendUser(
  { accounts, users, auth, clock }: UsersDependencies,
  admin: Viewer,
  { userId, reason }: { userId: string; reason: string },
): Promise<void> {
  const account = await requireAccount(accounts, userId);
  if (account.id === admin.userId) {
    throw new ValidationError([{ path: 'userId', message: 'You cannot suspend yourself.' }]);
  }
  const action = toAuditedAction(account.id, admin, {
    action: 'suspend',
    details: { reason },
  });
  await accounts.suspend(account.id, action, clock.now(), (actor, target) => {
    // Also owners have to take the role first.
    if (hasPermission(users.roleOf(target), 'administrate')) {
      throw new ConflictError('conflict', 'An administrator cannot be suspended.');
    }
    requireLowerRole(users, actor, target);
  });
  await auth.endAllSessions(account.id);
}

/** @throws NotFoundError; ConflictError for an account whose role is not lower */
export async function unsuspendUser(
  { accounts, users }: UsersDependencies,
  admin: Viewer,
  { userId, reason }: { userId: string; reason: string },
): Promise<void> {
  const { id } = await requireAccount(accounts, userId);
  const action = toAuditedAction(id, admin, { action: 'unsuspend', details: { reason } });
  await accounts.unsuspend(id, action, (actor, target) => requireLowerRole(users, actor, target));
}

/**
 * @throws NotFoundError; ValidationError for the actor's own account; ConflictError for an account
 * whose role ADMIN_EMAILS sets; ForbiddenError for a role that the actor may not give or take
 */
export async function changeRole(
  { accounts, users, clock }: UsersDependencies,
  actor: Viewer,
  { userId, role }: { userId: string; role: UserRole },
): Promise<void> {
  const { id: targetId } = await requireAccount(accounts, userId);
  if (targetId === actor.userId) {
    throw new ValidationError([{ path: 'userId', message: 'You cannot change your own role.' }]);
  }
  const change = { actorId: actor.userId, targetId, role, now: clock.now() };
  await accounts.changeRole(change, (actorAccount, target) => {
    if (users.isConfiguredOwner(target)) {
      throw new ConflictError('conflict', 'ADMIN_EMAILS makes this account an owner.');
    }
    const assignable = listAssignableRoles(users.roleOf(actorAccount), target.role);
    if (!assignable.includes(role)) {
      throw new ForbiddenError('You can change only roles below your own.');
    }
  });
}

function requireLowerRole(
  { roleOf }: UsersDependencies['users'],
  actor: Account,
  target: Account,
): void {
  if (isBelow(roleOf(target), roleOf(actor))) return;
  throw new ConflictError('conflict', 'This account does not have a lower role than yours.');
}

async function requireAccount(accounts: AccountStatusRepository, userId: string): Promise<Account> {
  const account = isId(userId) ? await accounts.findAccount(userId) : null;
  if (account === null) throw userNotFound();
  return account;
}

function toAuditedAction(
  targetId: string,
  admin: Viewer,
  action: Pick<AuditedAction, 'action' | 'details'>,
): AuditedAction {
  return { actorId: admin.userId, targetType: 'user', targetId, ...action };
}
