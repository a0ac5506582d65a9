import type { Clock } from '../../platform/clock.ts';
import { ConflictError, ValidationError } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { AuthModule } from '../auth/index.ts';
import { userNotFound } from '../users/index.ts';
import type { UsersModule } from '../users/index.ts';
import type { AuditedAction } from './audit.repository.ts';
import type { Account, UsersRepository } from './users.repository.ts';

export interface UsersDependencies {
  accounts: UsersRepository;
  users: Pick<UsersModule, 'isAdminAccount'>;
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
 * @throws NotFoundError; ValidationError for the admin's own account; ConflictError for another
 * administrator
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
  if (users.isAdminAccount(account)) {
    throw new ConflictError('conflict', 'An administrator cannot be suspended.');
  }
  const action = toAuditedAction(account.id, admin, {
    action: 'suspend',
    details: { reason },
  });
  await accounts.suspend(account.id, action, clock.now());
  await auth.endAllSessions(account.id);
}

/** @throws NotFoundError */
export async function unsuspendUser(
  { accounts }: UsersDependencies,
  admin: Viewer,
  { userId, reason }: { userId: string; reason: string },
): Promise<void> {
  const { id } = await requireAccount(accounts, userId);
  const details = { reason };
  await accounts.unsuspend(id, toAuditedAction(id, admin, { action: 'unsuspend', details }));
}

async function requireAccount(accounts: UsersRepository, userId: string): Promise<Account> {
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
