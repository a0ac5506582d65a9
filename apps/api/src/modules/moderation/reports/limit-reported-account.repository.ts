import { hasPermission, newAccountMs, newAccountThreadsMin } from '@skein/contracts/administration';
import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import { publishNotificationChanges } from '../../../domain/events/publish-notification-changes.ts';
import { lowestIdAt } from '../../../platform/ids.ts';
import { activeUser, isActive } from '../../../domain/visibility.queries.ts';
import { insertAutomaticReport } from '../../protection/index.ts';
import type { ProtectionModule } from '../../protection/index.ts';
import { recordAction } from '../audit/audit.repository.ts';
import type { StrikeDependencies } from '../strikes/create-strike.ts';
import { applyAction, insertStrike } from '../strikes/strikes.repository.ts';
import { dayMs } from '../../../platform/clock.ts';

const { sql } = Prisma;

const periodMs = dayMs;

interface Dependencies extends Pick<
  StrikeDependencies,
  'database' | 'clock' | 'bus' | 'moderationEmails' | 'users'
> {
  protection: Pick<ProtectionModule, 'rules'>;
}

/**
 * Limits an account that enough established users have reported within a day, until a moderator reviews
 * it. Only open reports count, and only those since the last limit was lifted. Moderators and
 * verified accounts are never limited.
 */
export async function limitReportedAccount(
  dependencies: Dependencies,
  userId: string,
): Promise<void> {
  const { database, clock, bus, moderationEmails, protection } = dependencies;
  const { limitsReportedAccounts, reportersMin } = protection.rules.current();
  if (!limitsReportedAccounts) return;
  const now = clock.now();
  // This count takes no lock, because most reports are not the last one that matters.
  if ((await countReporters(database, userId, now)) < reportersMin) return;
  const strike = {
    userId,
    moderatorId: null,
    action: 'limit',
    rules: [],
    text: null,
    thread: null,
    endsAt: null,
    isAutomatic: true,
  } as const;
  const created = await database.$transaction(async (tx) => {
    if (!(await lockMember(tx, dependencies, userId))) return null;
    const reporters = await countReporters(tx, userId, now);
    if (reporters < reportersMin) return null;
    const target = { userId, action: 'limit', threadId: null } as const;
    if (!(await applyAction(tx, target, { now, endsAt: null }))) return null;
    await insertAutomaticReport(tx, { rule: 'many_reports', userId, note: null });
    await recordAction(tx, {
      actorId: null,
      action: 'limit',
      targetType: 'user',
      targetId: userId,
      details: { by: 'server', reporters },
    });
    return insertStrike(tx, { ...strike, rules: [] });
  });
  if (created === null) return;
  moderationEmails.sendStrike({ ...strike, createdAt: now, appealToken: created.appealToken });
  publishNotificationChanges(bus, [userId]);
}

/** Locks an account. False for one that is exempt, suspended or deleted. */
async function lockMember(
  tx: Transaction,
  { users }: Pick<Dependencies, 'users'>,
  id: string,
): Promise<boolean> {
  await tx.query(sql`SELECT id FROM users WHERE id = ${id}::uuid FOR NO KEY UPDATE`);
  const account = await tx.user.findFirst({
    where: { ...activeUser, id, deletedAt: null },
    select: { role: true, email: true, emailProvenAt: true, isVerified: true },
  });
  if (account === null || account.isVerified) return false;
  return !hasPermission(users.toRole(account), 'moderate');
}

/** The established users with an open report of the last day about the account. */
async function countReporters(
  database: Database | Transaction,
  userId: string,
  now: Date,
): Promise<number> {
  const from = now.getTime() - periodMs;
  const createdBefore = new Date(now.getTime() - newAccountMs);
  const [row] = await database.query<{
    count: number;
  }>(sql`SELECT count(DISTINCT report.reporter_id)::int AS count
      FROM reports report JOIN users reporter ON reporter.id = report.reporter_id
        LEFT JOIN threads thread ON report.target_type = 'thread' AND thread.id = report.target_id
        LEFT JOIN messages message ON report.target_type = 'message' AND message.id = report.target_id
      WHERE report.status = 'open' AND report.id >= ${lowestIdAt(from)}::uuid
        AND CASE WHEN report.target_type = 'user' THEN report.target_id
          ELSE coalesce(thread.author_id, message.sender_id) END = ${userId}::uuid
        AND report.created_at > coalesce((SELECT max(lifted_at) FROM strikes
          WHERE user_id = ${userId}::uuid AND action = 'limit'), '-infinity')
        AND ${isActive(sql`reporter`)} AND reporter.limited_at IS NULL
        AND reporter.created_at <= ${createdBefore.toISOString()}::timestamptz
        AND reporter.threads_count >= ${newAccountThreadsMin}::int`);
  return row?.count ?? 0;
}
