import { isBelow, listAssignableRoles } from '@skein/contracts/administration';
import type { UserRole } from '@skein/contracts/administration';
import type { Transaction } from '@skein/db';
import { independentAttempt } from '../../../platform/idempotency/idempotency.ts';
import type { Idempotency } from '../../../platform/idempotency/idempotency.ts';
import { ConflictError, ForbiddenError, ValidationError } from '../../../platform/errors.ts';
import { publishNotificationChanges } from '../../../domain/events/publish-notification-changes.ts';
import type { Actor } from '../../../platform/viewer.ts';
import { threadNotFound } from '../../threads/index.ts';
import type { UsersModule } from '../../users/index.ts';
import { recordAction } from '../audit/audit.repository.ts';
import type { AuditedAction } from '../audit/audit.repository.ts';
import { createStrike } from '../strikes/create-strike.ts';
import type { StrikeDependencies } from '../strikes/create-strike.ts';
import { resolveTargetReports } from '../reports/reports.queries.ts';
import { requireAccount } from './require-account.ts';
import { findThread } from '../strikes/strikes.queries.ts';
import type { Account } from './account-status.repository.ts';
import { liftSuspension, updateRole, updateVerified } from './account-status.repository.ts';

export interface UsersDependencies extends StrikeDependencies {
  users: StrikeDependencies['users'] & Pick<UsersModule, 'isConfiguredOwner'>;
}

/** @throws NotFoundError */
export async function verifyUser(
  { database }: UsersDependencies,
  admin: Actor,
  { userId, isVerified }: { userId: string; isVerified: boolean },
): Promise<void> {
  const { id } = await requireAccount(database, userId);
  const action = toAuditedAction(id, admin, {
    action: isVerified ? 'verify' : 'unverify',
  });
  await updateVerified(database, id, isVerified, action);
}

/**
 * Suspends an account without an end, unless it is suspended already.
 * @throws like `createStrike`
 */
export async function suspendUser(
  dependencies: UsersDependencies,
  admin: Actor,
  idempotency: Idempotency,
  { userId, reason }: { userId: string; reason: string },
): Promise<void> {
  const { suspendedAt } = await requireAccount(dependencies.database, userId);
  if (suspendedAt !== null) return;
  await createStrike(dependencies, admin, idempotency, {
    ...emptyStrike,
    userId,
    action: 'suspend',
    text: reason,
  });
}

const emptyStrike = { threadId: null, suspendedUntil: null, ruleIds: [], reportId: null };

/**
 * Removes the thread of any author, which is a strike against others.
 * @throws like `createStrike`
 */
export async function removeThread(
  dependencies: UsersDependencies,
  admin: Actor,
  { threadId, reason }: { threadId: string; reason: string },
): Promise<void> {
  const { database, threads, clock } = dependencies;
  const thread = await findThread(database, threadId);
  if (thread === null) throw threadNotFound();
  const userId = thread.authorId;
  if (userId !== admin.userId) {
    const strike = { ...emptyStrike, userId, action: 'remove_thread', threadId } as const;
    await createStrike(dependencies, admin, independentAttempt(), { ...strike, text: reason });
    return;
  }
  const onDeleted = async (tx: Transaction) => {
    const target = { targetType: 'thread', targetId: threadId } as const;
    const details = { reason, authorId: userId };
    await recordAction(tx, { actorId: admin.userId, action: 'remove_thread', ...target, details });
    await resolveTargetReports(tx, target, { resolverId: admin.userId, at: clock.now() });
  };
  await threads.deleteAsAdmin(threadId, { onDeleted });
}

/**
 * Lifts the suspension of an account, and the strikes with it.
 * @throws NotFoundError; ConflictError for an account whose role is not lower
 */
export async function unsuspendUser(
  { database, users, bus, clock, moderationEmails }: UsersDependencies,
  admin: Actor,
  { userId, reason }: { userId: string; reason: string },
): Promise<void> {
  const { id } = await requireAccount(database, userId);
  const action = toAuditedAction(id, admin, { action: 'unsuspend', details: { reason } });
  const isLifted = await liftSuspension(
    database,
    id,
    { ...action, now: clock.now() },
    (actor, target) => requireLowerRole(users, actor, target),
  );
  if (!isLifted) return;
  publishNotificationChanges(bus, [id]);
  moderationEmails.sendOutcome(id, 'lifted');
}

/**
 * @throws NotFoundError; ValidationError for the actor's own account; ConflictError for an account
 * whose role ADMIN_EMAILS sets; ForbiddenError for a role that the actor may not give or take
 */
export async function changeRole(
  { database, users, clock }: UsersDependencies,
  actor: Actor,
  { userId, role }: { userId: string; role: UserRole },
): Promise<void> {
  const { id: targetId } = await requireAccount(database, userId);
  if (targetId === actor.userId) {
    throw new ValidationError([{ path: 'userId', message: 'error.ownRole' }]);
  }
  const change = { actorId: actor.userId, targetId, role, now: clock.now() };
  await updateRole(database, change, (actorAccount, target) => {
    if (users.isConfiguredOwner(target)) {
      throw new ConflictError('conflict', 'error.configuredOwner');
    }
    const assignable = listAssignableRoles(users.toRole(actorAccount), target.role);
    if (!assignable.includes(role) || target.domain !== null) {
      throw new ForbiddenError('error.roleNotAssignable');
    }
  });
}

function requireLowerRole(
  { toRole }: UsersDependencies['users'],
  actor: Account,
  target: Account,
): void {
  if (isBelow(toRole(target), toRole(actor))) return;
  throw new ConflictError('conflict', 'error.roleNotLower');
}

function toAuditedAction(
  targetId: string,
  admin: Actor,
  action: Pick<AuditedAction, 'action' | 'details'>,
): AuditedAction {
  return { actorId: admin.userId, targetType: 'user', targetId, ...action };
}
