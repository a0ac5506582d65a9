import { isBelow } from '@skein/contracts/administration';
import type { AdminStrike } from '@skein/contracts/moderation';
import type { Transaction } from '@skein/db';
import { ConflictError, NotFoundError } from '../../../platform/errors.ts';
import { publishNotificationChanges } from '../../../domain/events/publish-notification-changes.ts';
import { isId } from '../../../platform/ids.ts';
import type { Actor } from '../../../platform/viewer.ts';
import { lockAndCheck } from '../accounts/account-status.repository.ts';
import { recordAction } from '../audit/audit.repository.ts';
import type { StrikeDependencies } from './create-strike.ts';
import { findStrike } from './strikes.queries.ts';
import {
  hasOtherStrike,
  markLifted,
  notifyOfModeration,
  undoAction,
} from './strikes.repository.ts';

type Dependencies = Pick<
  StrikeDependencies,
  'database' | 'users' | 'bus' | 'clock' | 'moderationEmails'
>;

/**
 * Lifts a strike, undoes its action and informs its user.
 * @throws NotFoundError; ConflictError for an account whose role is not lower, and for a strike that
 * was lifted before
 */
export async function liftStrike(
  { database, users, bus, clock, moderationEmails }: Dependencies,
  moderator: Actor,
  { strikeId, reason }: { strikeId: string; reason: string },
): Promise<void> {
  const strike = await requireStrike(database, strikeId);
  const ids = { actorId: moderator.userId, targetId: strike.user.id };
  await database.$transaction(async (tx) => {
    await lockAndCheck(tx, ids, (actor, target) => {
      if (isBelow(users.toRole(target), users.toRole(actor))) return;
      throw new ConflictError('conflict', 'error.roleNotLower');
    });
    await undoStrike(tx, strike, clock.now());
    await recordAction(tx, {
      actorId: moderator.userId,
      action: 'lift',
      targetType: 'user',
      targetId: strike.user.id,
      details: { reason, lifted: strike.action },
    });
  });
  publishNotificationChanges(bus, [strike.user.id]);
  moderationEmails.sendOutcome(strike.user.id, 'lifted');
}

/** @throws NotFoundError */
export async function requireStrike(
  database: StrikeDependencies['database'],
  strikeId: string,
): Promise<AdminStrike> {
  const strike = isId(strikeId) ? await findStrike(database, strikeId) : null;
  if (strike === null) throw new NotFoundError('error.strikeNotFound');
  return strike;
}

/** @throws ConflictError for a strike that was lifted before */
export async function undoStrike(
  tx: Transaction,
  { id, user, action, threadId }: AdminStrike,
  now: Date,
): Promise<void> {
  if (!(await markLifted(tx, { id }, now))) {
    throw new ConflictError('conflict', 'error.strikeLifted');
  }
  const target = { userId: user.id, action, threadId };
  if (!(await hasOtherStrike(tx, target))) await undoAction(tx, target);
  await notifyOfModeration(tx, user.id);
}
