import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import { enqueueDeletion } from '../../domain/events/federation-writer.queries.ts';
import { isLocal } from '../../domain/visibility.queries.ts';
import { countLeavingUser } from '../insights/index.ts';

const { sql } = Prisma;

/** Matches no password: no hash has this form. */
const noPasswordHash = '-';

/** Hides the account, prevents logins, and asks other servers to delete it. False when it was deleted before. */
export async function markDeleted(tx: Transaction, id: string, now: Date): Promise<boolean> {
  const changed = await tx.execute(sql`
    UPDATE users SET deleted_at = ${now}, suspended_at = coalesce(suspended_at, ${now}),
      password_hash = CASE WHEN ${isLocal(sql`users`)} THEN ${noPasswordHash} END
    WHERE id = ${id}::uuid AND deleted_at IS NULL`);
  if (changed > 0) await enqueueDeletion(tx, id);
  return changed > 0;
}

/** Marks the account as deleted, unless `check` throws in the same transaction. */
export function markDeletedIf(
  database: Database,
  id: string,
  now: Date,
  check: (tx: Transaction) => Promise<void>,
): Promise<void> {
  return database.$transaction(async (tx) => {
    await check(tx);
    if (await markDeleted(tx, id, now)) await countLeavingUser(tx, id, now);
  });
}

/** Deleted accounts that are not yet purged, the longest deleted first. */
export async function selectDeletedAccounts(database: Database, limit: number): Promise<string[]> {
  const rows = await database.user.findMany({
    where: { deletedAt: { not: null } },
    orderBy: { deletedAt: 'asc' },
    take: limit,
    select: { id: true },
  });
  return rows.map(({ id }) => id);
}

/**
 * Deletes the row of the account and everything that cascades from it. False while there is data that
 * does not cascade or that counters include, which a concurrent request may have added.
 */
export function removeAccount(database: Database, id: string): Promise<boolean> {
  return database.$transaction(async (tx) => {
    // The lock prevents new references to the account.
    await tx.query(sql`SELECT id FROM users WHERE id = ${id}::uuid FOR UPDATE`);
    const remaining = await tx.query(selectRemaining(id));
    if (remaining.length > 0) return false;
    await tx.user.deleteMany({ where: { id } });
    return true;
  });
}

function selectRemaining(id: string): Prisma.Sql {
  const user = sql`${id}::uuid`;
  return sql`
    SELECT WHERE EXISTS (SELECT FROM threads WHERE author_id = ${user} AND deleted_at IS NULL)
      OR EXISTS (SELECT FROM likes WHERE user_id = ${user})
      OR EXISTS (SELECT FROM bookmarks WHERE user_id = ${user})
      OR EXISTS (SELECT FROM reposts WHERE user_id = ${user})
      OR EXISTS (SELECT FROM reactions WHERE user_id = ${user})
      OR EXISTS (SELECT FROM poll_ballots WHERE user_id = ${user})
      OR EXISTS (SELECT FROM follows WHERE follower_id = ${user} OR followee_id = ${user})
      OR EXISTS (
        SELECT FROM conversation_members member JOIN conversations pair ON pair.id = member.conversation_id
        WHERE member.user_id = ${user} AND pair.kind = 'direct')`;
}
