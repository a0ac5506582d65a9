import type { Clock } from '../../platform/clock.ts';
import { ConflictError, ValidationError } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { AuthModule } from '../auth/index.ts';
import { userNotFound } from '../users/index.ts';
import type { UsersModule } from '../users/index.ts';
import type { AdminAct } from './audit.repository.ts';
import type { Account, UsersRepository } from './users.repository.ts';

export interface UsersDependencies {
  people: UsersRepository;
  users: Pick<UsersModule, 'isAdminAccount'>;
  auth: Pick<AuthModule, 'endAllSessions'>;
  clock: Clock;
}

/** @throws NotFoundError */
export async function verifyUser(
  { people, clock }: UsersDependencies,
  admin: Viewer,
  { userId, isVerified }: { userId: string; isVerified: boolean },
): Promise<void> {
  const { id } = await requireAccount(people, userId);
  const act = actOn(id, admin, { action: isVerified ? 'verify' : 'unverify', at: clock.now() });
  await people.setVerified(id, isVerified, act);
}

/**
 * Shuts an account. Its sessions end for good: they do not come back when it is opened again.
 * @throws NotFoundError; ValidationError for oneself; ConflictError for another administrator
 */
export async function suspendUser(
  { people, users, auth, clock }: UsersDependencies,
  admin: Viewer,
  { userId, reason }: { userId: string; reason: string },
): Promise<void> {
  const account = await requireAccount(people, userId);
  if (account.id === admin.userId) {
    throw new ValidationError([{ path: 'userId', message: 'You cannot suspend yourself.' }]);
  }
  if (users.isAdminAccount(account)) {
    throw new ConflictError('conflict', 'An administrator cannot be suspended.');
  }
  const act = actOn(account.id, admin, { action: 'suspend', at: clock.now(), details: { reason } });
  await people.suspend(account.id, act);
  await auth.endAllSessions(account.id);
}

/** @throws NotFoundError */
export async function unsuspendUser(
  { people, clock }: UsersDependencies,
  admin: Viewer,
  { userId, reason }: { userId: string; reason: string },
): Promise<void> {
  const { id } = await requireAccount(people, userId);
  const details = { reason };
  await people.unsuspend(id, actOn(id, admin, { action: 'unsuspend', at: clock.now(), details }));
}

async function requireAccount(people: UsersRepository, userId: string): Promise<Account> {
  const account = isId(userId) ? await people.findAccount(userId) : null;
  if (account === null) throw userNotFound();
  return account;
}

function actOn(
  targetId: string,
  admin: Viewer,
  act: Pick<AdminAct, 'action' | 'at' | 'details'>,
): AdminAct {
  return { actorId: admin.userId, targetType: 'user', targetId, ...act };
}
