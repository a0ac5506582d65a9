import { isBelow } from '@skein/contracts/administration';
import type { Transaction } from '@skein/db';
import { ConflictError, ForbiddenError, NotFoundError } from '../../../platform/errors.ts';
import { publishNotificationChanges } from '../../../domain/events/publish-notification-changes.ts';
import type { Actor } from '../../../platform/viewer.ts';
import { lockAndCheck } from '../accounts/account-status.repository.ts';
import { recordAction } from '../audit/audit.repository.ts';
import type { StrikeDependencies } from './create-strike.ts';
import { requireStrike, undoStrike } from './lift-strike.ts';
import { readModerators } from '../reports/report-queue.queries.ts';
import { notifyOfModeration } from './strikes.repository.ts';

interface Dependencies extends Pick<
  StrikeDependencies,
  'database' | 'users' | 'bus' | 'clock' | 'moderationEmails'
> {
  /** Lower case. The owners of these addresses are moderators regardless of their role. */
  adminEmails: readonly string[];
}

/**
 * Decides an appeal once, and informs its user. Lifting the strike undoes its action.
 * @throws NotFoundError; ForbiddenError for the moderator who acted, unless nobody else can decide;
 * ConflictError if it was decided before, and for an account whose role is not lower
 */
export async function decideAppeal(
  dependencies: Dependencies,
  moderator: Actor,
  { strikeId, isLifted, text }: { strikeId: string; isLifted: boolean; text: string },
): Promise<void> {
  const { database, users, bus, clock, moderationEmails } = dependencies;
  const strike = await requireStrike(database, strikeId);
  if (strike.appeal === null) throw new NotFoundError('error.strikeNotFound');
  if (isLifted && strike.appeal.status === 'open' && strike.liftedAt !== null) {
    throw new ConflictError('conflict', 'error.appealReplaced');
  }
  const { id: userId } = strike.user;
  if (
    moderator.userId !== null &&
    strike.moderator?.id === moderator.userId &&
    (await hasOtherModerators(dependencies, [moderator.userId, userId]))
  ) {
    throw new ForbiddenError('error.appealOwnAction');
  }
  const ids = { actorId: moderator.userId, targetId: userId };
  await database.$transaction(async (tx) => {
    await lockAndCheck(tx, ids, (actor, target) => {
      if (isBelow(users.toRole(target), users.toRole(actor))) return;
      throw new ConflictError('conflict', 'error.roleNotLower');
    });
    await closeAppeal(tx, { strikeId, isLifted, text, ...ids, now: clock.now() });
    if (isLifted && strike.liftedAt === null) await undoStrike(tx, strike, clock.now());
    else await notifyOfModeration(tx, userId);
    await recordAction(tx, {
      actorId: moderator.userId,
      action: isLifted ? 'lift' : 'uphold_strike',
      targetType: 'user',
      targetId: userId,
      details: { appealed: strike.action, ...(text !== '' && { reason: text }) },
    });
  });
  publishNotificationChanges(bus, [userId]);
  moderationEmails.sendOutcome(userId, isLifted ? 'appealLifted' : 'upheld', text);
}

async function closeAppeal(
  tx: Transaction,
  decision: {
    strikeId: string;
    actorId: string | null;
    isLifted: boolean;
    text: string;
    now: Date;
  },
): Promise<void> {
  const { strikeId, actorId: deciderId, isLifted, text, now: decidedAt } = decision;
  const decisionText = text === '' ? null : text;
  const { count } = await tx.appeal.updateMany({
    where: { strikeId, status: 'open' },
    data: { status: isLifted ? 'lifted' : 'upheld', deciderId, decidedAt, decisionText },
  });
  if (count === 0) throw new ConflictError('conflict', 'error.appealDecided');
}

async function hasOtherModerators(
  { database, adminEmails }: Pick<Dependencies, 'database' | 'adminEmails'>,
  except: readonly string[],
): Promise<boolean> {
  const moderators = await readModerators(database, adminEmails);
  return moderators.some(({ id }) => !except.includes(id));
}
