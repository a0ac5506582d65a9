import {
  accountActions,
  hasPermission,
  isBelow,
  suspensionDaysMax,
} from '@skein/contracts/administration';
import type { AdminStrike, createStrike as createStrikeRoute } from '@skein/contracts/moderation';
import type { RouteInput } from '@skein/contracts/http';
import type { Database, Transaction } from '@skein/db';
import { withValues } from '@skein/messages';
import { createOnce } from '../../../platform/idempotency/create-once.ts';
import type { Idempotency } from '../../../platform/idempotency/idempotency.ts';
import { ConflictError, NotFoundError, ValidationError } from '../../../platform/errors.ts';
import { publishNotificationChanges } from '../../../domain/events/publish-notification-changes.ts';
import type { Bus } from '../../../platform/events/bus.ts';
import { dayMs } from '../../../platform/clock.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Actor } from '../../../platform/viewer.ts';
import type { AuthModule } from '../../auth/index.ts';
import type { InstancePages } from '../../instance/index.ts';
import { threadNotFound } from '../../threads/index.ts';
import type { ThreadsModule } from '../../threads/index.ts';
import type { UsersModule } from '../../users/index.ts';
import { lockAndCheck } from '../accounts/account-status.repository.ts';
import type { Account } from '../accounts/account-status.repository.ts';
import { recordAction } from '../audit/audit.repository.ts';
import { findRuleTitles } from '../reports/find-rules.ts';
import type { ModerationEmails } from '../accounts/moderation-emails.ts';
import {
  findReportAbout,
  resolveTargetReports,
  resolveUserReports,
} from '../reports/reports.queries.ts';
import { requireAccount } from '../accounts/require-account.ts';
import { findStrike, findThread } from './strikes.queries.ts';
import { applyAction, insertStrike } from './strikes.repository.ts';
import type { NewStrike } from './strikes.repository.ts';

export interface StrikeDependencies {
  database: Database;
  users: Pick<UsersModule, 'toRole' | 'requireAnotherOwner' | 'requirePermission'>;
  auth: Pick<AuthModule, 'forgetSessions' | 'revokeAllSessions'>;
  threads: Pick<ThreadsModule, 'deleteAsAdmin'>;
  pages: Pick<InstancePages, 'listRules'>;
  moderationEmails: ModerationEmails;
  bus: Pick<Bus, 'publish'>;
  clock: Clock;
}

export type StrikeInput = RouteInput<typeof createStrikeRoute>['body'] & { userId: string };

/**
 * Acts on an account or one of its threads, and informs its user of the action and the reason. Decides
 * the reports about it.
 * @throws NotFoundError; ValidationError for the moderator's own account and without a reason,
 * which the command line may omit;
 * ConflictError if the role of the account is not lower, if it has the state already, and if the report
 * was decided
 */
export function createStrike(
  dependencies: StrikeDependencies,
  moderator: Actor,
  idempotency: Idempotency,
  input: StrikeInput,
): Promise<AdminStrike> {
  return createOnce(idempotency, {
    find: () => findStrike(dependencies.database, idempotency.id),
    create: () => insertAndFinish(dependencies, moderator, { ...input, id: idempotency.id }),
    deletedError: strikeNotFound,
  });
}

async function insertAndFinish(
  dependencies: StrikeDependencies,
  moderator: Actor,
  { id, ...input }: StrikeInput & { id: string },
): Promise<AdminStrike> {
  const { database, pages, threads, clock } = dependencies;
  const account = await requireAccount(database, input.userId);
  if (account.id === moderator.userId) {
    const message = 'error.suspendSelf';
    throw new ValidationError([{ path: 'userId', message }]);
  }
  const rules = findRuleTitles(pages.listRules(), input.ruleIds);
  if (rules.length === 0 && input.text === '' && moderator.userId !== null) {
    throw new ValidationError([{ path: 'text', message: 'error.strikeReasonMissing' }]);
  }
  const now = clock.now();
  const strike: NewStrike = {
    userId: account.id,
    moderatorId: moderator.userId,
    action: input.action,
    rules,
    text: input.text === '' ? null : input.text,
    thread: await findReportedThread(database, account.id, input),
    endsAt: input.action === 'suspend' ? readEnd(input.suspendedUntil, now) : null,
  };
  const actorId = moderator.userId;
  const steps = {
    check: (tx: Transaction) => lockAndRequireActionable(dependencies, tx, { strike, actorId }),
    apply: (tx: Transaction) =>
      apply(dependencies, tx, { id, strike, actorId, now, reportId: input.reportId }),
  };
  const { appealToken, endedSessions } =
    input.action === 'remove_thread'
      ? await withRemovedThread(threads, strike, steps)
      : await database.$transaction(async (tx) => {
          await steps.check(tx);
          return steps.apply(tx);
        });
  finishStrike(dependencies, { ...strike, createdAt: now, appealToken }, endedSessions);
  const created = await findStrike(database, id);
  // This happens only if the account was deleted at the same time.
  if (created === null) throw strikeNotFound();
  return created;
}

const strikeNotFound = () => new NotFoundError('error.strikeNotFound');

interface Application {
  id: string;
  strike: NewStrike;
  actorId: string | null;
  now: Date;
  reportId: string | null;
}

/** Locks both accounts, which has to come before the locks of threads and reports. */
async function lockAndRequireActionable(
  { users }: Pick<StrikeDependencies, 'users'>,
  tx: Transaction,
  { strike, actorId }: Pick<Application, 'strike' | 'actorId'>,
): Promise<void> {
  // Others cannot suspend administrators at all.
  if (actorId === null && strike.action === 'suspend') {
    const message = 'error.otherOnlyOwner';
    await users.requireAnotherOwner(tx, strike.userId, message);
  }
  await lockAndCheck(tx, { actorId, targetId: strike.userId }, (actor, target) =>
    requireActionable(users, { actor, target, strike }),
  );
}

async function apply(
  { auth }: Pick<StrikeDependencies, 'auth'>,
  tx: Transaction,
  { id, strike, actorId, now, reportId }: Application,
) {
  const { userId, action, thread, endsAt } = strike;
  const decision = { resolverId: actorId, at: now };
  if (reportId !== null) {
    const report = await findReportAbout(tx, reportId, { userId, threadId: thread?.id ?? null });
    if (report === null) throw new NotFoundError('error.reportNotFound');
    if (report.status !== 'open') {
      throw new ConflictError('conflict', 'error.reportDecided');
    }
    await resolveTargetReports(tx, report, decision);
  }
  const target = { userId, action, threadId: thread?.id ?? null };
  if (!(await applyAction(tx, target, { now, endsAt }))) {
    throw new ConflictError('conflict', 'error.strikeRepeated');
  }
  if (action === 'suspend') await resolveUserReports(tx, userId, decision);
  if (thread !== null) {
    const reported = { targetType: 'thread', targetId: thread.id } as const;
    await resolveTargetReports(tx, reported, decision);
  }
  await recordStrike(tx, strike, actorId);
  const { appealToken } = await insertStrike(tx, strike, id);
  // Here, because nothing would end them later if the server stopped after the commit.
  const endedSessions = action === 'suspend' ? await auth.revokeAllSessions(tx, userId) : [];
  return { appealToken, endedSessions };
}

/** Adds the action to the audit log. */
async function recordStrike(
  tx: Transaction,
  strike: NewStrike,
  actorId: string | null,
): Promise<void> {
  const { action, userId, rules, text, thread, endsAt } = strike;
  await recordAction(tx, {
    actorId,
    action,
    ...(thread === null
      ? { targetType: 'user', targetId: userId }
      : { targetType: 'thread', targetId: thread.id }),
    details: {
      ...(text !== null && { reason: text }),
      ...(rules.length > 0 && { rules }),
      ...(thread !== null && { authorId: userId }),
      ...(endsAt !== null && { until: endsAt.toISOString() }),
    },
  });
}

/** After the commit. */
function finishStrike(
  { auth, bus, moderationEmails }: Pick<StrikeDependencies, 'auth' | 'bus' | 'moderationEmails'>,
  strike: NewStrike & { createdAt: Date; appealToken: string },
  endedSessions: readonly string[],
): void {
  auth.forgetSessions(endedSessions);
  moderationEmails.sendStrike(strike);
  publishNotificationChanges(bus, [strike.userId]);
}

async function withRemovedThread<Result>(
  threads: StrikeDependencies['threads'],
  { userId, thread }: NewStrike,
  steps: {
    check: (tx: Transaction) => Promise<void>;
    apply: (tx: Transaction) => Promise<Result>;
  },
): Promise<Result> {
  const results: Result[] = [];
  await threads.deleteAsAdmin(thread?.id ?? '', {
    onStarted: async (tx, authorId) => {
      if (authorId !== userId) throw threadNotFound();
      await steps.check(tx);
    },
    onDeleted: async (tx) => {
      results.push(await steps.apply(tx));
    },
  });
  const [result] = results;
  if (result === undefined) throw threadNotFound();
  return result;
}

function requireActionable(
  { toRole }: Pick<UsersModule, 'toRole'>,
  { actor, target, strike }: { actor: Account; target: Account; strike: NewStrike },
): void {
  const isAdministrator = hasPermission(toRole(target), 'administrate');
  if (strike.action === 'suspend' && isAdministrator) {
    throw new ConflictError('conflict', 'error.suspendAdministrator');
  }
  if ((strike.action === 'limit' || strike.action === 'freeze') && isAdministrator) {
    throw new ConflictError('conflict', 'error.limitAdministrator');
  }
  const mayRemoveAny = strike.thread !== null && hasPermission(toRole(actor), 'administrate');
  if (mayRemoveAny || isBelow(toRole(target), toRole(actor))) return;
  throw new ConflictError('conflict', 'error.roleNotLower');
}

async function findReportedThread(
  database: Database,
  authorId: string,
  { action, threadId }: StrikeInput,
): Promise<NewStrike['thread']> {
  if (accountActions.some((each) => each === action)) return null;
  const thread = threadId === null ? null : await findThread(database, threadId);
  if (thread?.authorId !== authorId) throw threadNotFound();
  return { id: thread.id, content: thread.content };
}

/** @throws ValidationError for a time that has passed or is too late */
function readEnd(text: string | null, now: Date): Date | null {
  if (text === null) return null;
  const end = new Date(text);
  const days = (end.getTime() - now.getTime()) / dayMs;
  if (days > 0 && days <= suspensionDaysMax) return end;
  const message = withValues('error.suspensionDays', { count: suspensionDaysMax });
  throw new ValidationError([{ path: 'suspendedUntil', message }]);
}
