import { hasPermission, isBelow } from '@skein/contracts/administration';
import type { StrikeAction } from '@skein/contracts/administration';
import type {
  AccountActionResult,
  actOnAccounts as actOnAccountsRoute,
} from '@skein/contracts/moderation';
import type { RouteInput } from '@skein/contracts/http';
import type { Transaction } from '@skein/db';
import type { Idempotency } from '../../../platform/idempotency/idempotency.ts';
import { AppError, ConflictError, ValidationError } from '../../../platform/errors.ts';
import { offsetId } from '../../../platform/ids.ts';
import { publishNotificationChanges } from '../../../domain/events/publish-notification-changes.ts';
import type { Actor } from '../../../platform/viewer.ts';
import { userNotFound } from '../../users/index.ts';
import { findAccount, lockAndCheck } from './account-status.repository.ts';
import type { Account } from './account-status.repository.ts';
import { recordAction } from '../audit/audit.repository.ts';
import { createStrike } from '../strikes/create-strike.ts';
import type { StrikeDependencies } from '../strikes/create-strike.ts';
import { findRuleTitles } from '../reports/find-rules.ts';
import { markLifted, notifyOfModeration, undoAction } from '../strikes/strikes.repository.ts';

type Input = RouteInput<typeof actOnAccountsRoute>['body'];
type Outcome = AccountActionResult['outcome'];

/**
 * Acts on accounts one after the other, each in its own transaction, so that one that cannot be changed does
 * not affect the others.
 * @throws ValidationError without a reason, which the command line may omit, and for a rule that does not exist
 */
export async function actOnAccounts(
  dependencies: StrikeDependencies,
  moderator: Actor,
  { id, attempt }: Idempotency,
  input: Input,
): Promise<{ results: AccountActionResult[] }> {
  const rules = findRuleTitles(dependencies.pages.listRules(), input.ruleIds);
  if (rules.length === 0 && input.text === '' && moderator.userId !== null) {
    throw new ValidationError([{ path: 'text', message: 'error.strikeReasonMissing' }]);
  }
  const results: AccountActionResult[] = [];
  for (const [index, userId] of [...new Set(input.userIds)].entries()) {
    // The same id for a repeated request. It becomes the id of the strike, or of the entry in the audit log.
    const idempotency = { id: offsetId(id, index), attempt } as const;
    const account = { ...input, userId, rules, idempotency };
    const outcome = await actOnAccount(dependencies, moderator, account);
    results.push({ userId, outcome });
  }
  return { results };
}

type AccountInput = Input & { userId: string; rules: string[]; idempotency: Idempotency };

async function actOnAccount(
  dependencies: StrikeDependencies,
  moderator: Actor,
  input: AccountInput,
): Promise<Outcome> {
  const { database, users } = dependencies;
  const target = await findAccount(database, input.userId);
  if (target === null) return 'unknown';
  if (target.id === moderator.userId) return 'self';
  const role = users.toRole(target);
  const actorRole = await users.requirePermission(moderator, 'moderate');
  if (hasPermission(role, 'administrate') || !isBelow(role, actorRole)) return 'staff';
  const { action, suspendedUntil, ruleIds, text, idempotency } = input;
  if (action === 'lift') return endRestrictions(dependencies, moderator, input);
  const strike = { userId: target.id, action, suspendedUntil, ruleIds, text };
  try {
    const wholeAccount = { threadId: null, reportId: null };
    await createStrike(dependencies, moderator, idempotency, { ...strike, ...wholeAccount });
    return 'done';
  } catch (error) {
    return toOutcome(error);
  }
}

/** A deleted account is unknown; the only other conflict is a state that the account has already. */
function toOutcome(error: unknown): Outcome {
  if (error instanceof ConflictError) return 'unchanged';
  if (error instanceof AppError && error.code === 'not_found') return 'unknown';
  throw error;
}

const restrictions = ['limit', 'freeze', 'suspend'] as const satisfies readonly StrikeAction[];

type Restriction = (typeof restrictions)[number];

/** Ends all restrictions of an account, and lifts the strikes with them. */
async function endRestrictions(
  { database, users, bus, clock, moderationEmails }: StrikeDependencies,
  moderator: Actor,
  { userId, rules, text, idempotency }: AccountInput,
): Promise<Outcome> {
  const ids = { actorId: moderator.userId, targetId: userId };
  const check = (actor: Account, target: Account) => {
    if (isBelow(users.toRole(target), users.toRole(actor))) return;
    throw new ConflictError('conflict', 'error.roleNotLower');
  };
  try {
    const ended = await database.$transaction(async (tx) => {
      await lockAndCheck(tx, ids, check);
      const current = await listRestrictions(tx, userId);
      for (const [index, action] of current.entries()) {
        await undoAction(tx, { userId, action, threadId: null });
        await markLifted(tx, { userId, action }, clock.now());
        await recordAction(tx, {
          ...(index === 0 && { id: idempotency.id }),
          actorId: moderator.userId,
          action: 'lift',
          targetType: 'user',
          targetId: userId,
          details: {
            lifted: action,
            ...(text !== '' && { reason: text }),
            ...(rules.length > 0 && { rules }),
          },
        });
      }
      if (current.length > 0) await notifyOfModeration(tx, userId);
      return current.length;
    });
    if (ended === 0) return (await isRecorded(database, idempotency)) ? 'done' : 'unchanged';
  } catch (error) {
    return error instanceof ConflictError ? 'staff' : toOutcome(error);
  }
  publishNotificationChanges(bus, [userId]);
  moderationEmails.sendOutcome(userId, 'lifted', text);
  return 'done';
}

/** Whether an earlier attempt of the same request has ended the restrictions. */
async function isRecorded(
  database: StrikeDependencies['database'],
  { id, attempt }: Idempotency,
): Promise<boolean> {
  return attempt !== 'first' && (await database.auditEntry.count({ where: { id } })) > 0;
}

async function listRestrictions(tx: Transaction, id: string): Promise<Restriction[]> {
  const user = await tx.user.findFirst({
    where: { id, deletedAt: null },
    select: { limitedAt: true, frozenAt: true, suspendedAt: true },
  });
  if (user === null) throw userNotFound();
  const since = { limit: user.limitedAt, freeze: user.frozenAt, suspend: user.suspendedAt };
  return restrictions.filter((action) => since[action] !== null);
}
