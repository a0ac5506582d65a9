import { appealDays } from '@skein/contracts/administration';
import type { AdminStrike, Strike } from '@skein/contracts/moderation';
import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import { isId } from '../../../platform/ids.ts';
import type { IdRange } from '../../../platform/read-page.ts';
import type { Actor } from '../../../platform/viewer.ts';
import { userJson } from '../accounts/user-json.queries.ts';
import { dayMs } from '../../../platform/clock.ts';

const { sql } = Prisma;

const ownStrikesMax = 100;

interface StrikeRow extends Omit<AdminStrike, 'createdAt' | 'endsAt' | 'liftedAt' | 'appeal'> {
  createdAt: Date;
  endsAt: Date | null;
  liftedAt: Date | null;
  appealText: string | null;
  appealStatus: 'open' | 'upheld' | 'lifted';
  appealCreatedAt: Date;
  appealDecidedAt: Date | null;
  appealDecisionText: string | null;
}

const selectStrikes = sql`
  SELECT strike.id, strike.action::text AS action, strike.rules, strike.text,
    strike.thread_id AS "threadId", strike.thread_text AS "threadText",
    strike.is_automatic AS "isAutomatic", strike.created_at AS "createdAt", strike.ends_at AS "endsAt", strike.lifted_at AS "liftedAt",
    appeal.text AS "appealText", appeal.status::text AS "appealStatus",
    appeal.created_at AS "appealCreatedAt", appeal.decided_at AS "appealDecidedAt",
    appeal.decision_text AS "appealDecisionText",
    ${userJson(sql`account`)} AS user, ${userJson(sql`moderator`)} AS moderator
  FROM strikes strike JOIN users account ON account.id = strike.user_id
    LEFT JOIN users moderator ON moderator.id = strike.moderator_id AND moderator.deleted_at IS NULL
    LEFT JOIN appeals appeal ON appeal.strike_id = strike.id`;

/** The strikes of an account, latest first. */
export async function readStrikes(
  database: Database,
  userId: string,
  { afterId, skip, take }: IdRange,
): Promise<AdminStrike[]> {
  const rows = await database.query<StrikeRow>(sql`${selectStrikes}
      WHERE strike.user_id = ${userId}::uuid
        AND (${afterId}::uuid IS NULL OR strike.id < ${afterId}::uuid)
      ORDER BY strike.id DESC OFFSET ${skip}::int LIMIT ${take}::int`);
  return rows.map(toAdminStrike);
}

/** The strikes with an appeal, latest first. */
export async function readAppeals(
  database: Database,
  isOpen: boolean,
  { afterId, skip, take }: IdRange,
): Promise<AdminStrike[]> {
  const rows = await database.query<StrikeRow>(sql`${selectStrikes}
      WHERE account.deleted_at IS NULL
        AND ${isOpen ? sql`appeal.status = 'open'` : sql`appeal.status IN ('upheld', 'lifted')`}
        AND (${afterId}::uuid IS NULL OR strike.id < ${afterId}::uuid)
      ORDER BY strike.id DESC OFFSET ${skip}::int LIMIT ${take}::int`);
  return rows.map(toAdminStrike);
}

export async function findStrike(
  database: Database | Transaction,
  id: string,
): Promise<AdminStrike | null> {
  const [row] = await database.query<StrikeRow>(
    sql`${selectStrikes} WHERE strike.id = ${id}::uuid AND account.deleted_at IS NULL`,
  );
  return row === undefined ? null : toAdminStrike(row);
}

/** A thread with an author that is not deleted. */
export async function findThread(
  database: Database,
  id: string,
): Promise<{ id: string; authorId: string; content: string } | null> {
  if (!isId(id)) return null;
  const thread = await database.thread.findFirst({
    where: { id, deletedAt: null },
    select: { authorId: true, content: true },
  });
  const authorId = thread?.authorId ?? null;
  return thread === null || authorId === null ? null : { id, authorId, content: thread.content };
}

/** The latest strikes of a user, for the user. */
export async function readOwnStrikes(
  database: Database,
  userId: string,
  now: Date,
): Promise<Strike[]> {
  const range = { afterId: null, skip: 0, take: ownStrikesMax };
  return (await readStrikes(database, userId, range)).map((strike) => toOwnStrike(strike, now));
}

/** A moderator does not learn who has acted on their own account either. */
export function hideOwnModerator(strike: AdminStrike, { userId }: Actor): AdminStrike {
  return strike.user.id === userId ? { ...strike, moderator: null } : strike;
}

/** Leaves out the moderator, who stays anonymous. */
export function toOwnStrike(strike: AdminStrike, now: Date): Strike {
  const { user: _user, moderator: _moderator, threadId: _threadId, ...rest } = strike;
  const until = new Date(new Date(strike.createdAt).getTime() + appealDays * dayMs);
  const isAppealable = strike.appeal === null && strike.liftedAt === null && now < until;
  return { ...rest, appealableUntil: isAppealable ? until.toISOString() : null };
}

function toAdminStrike(row: StrikeRow): AdminStrike {
  const {
    appealText,
    appealStatus,
    appealCreatedAt,
    appealDecidedAt,
    appealDecisionText,
    ...strike
  } = row;
  return {
    ...strike,
    createdAt: strike.createdAt.toISOString(),
    endsAt: strike.endsAt?.toISOString() ?? null,
    liftedAt: strike.liftedAt?.toISOString() ?? null,
    appeal:
      appealText === null
        ? null
        : {
            text: appealText,
            status: appealStatus,
            createdAt: appealCreatedAt.toISOString(),
            decidedAt: appealDecidedAt?.toISOString() ?? null,
            decisionText: appealDecisionText,
          },
  };
}
