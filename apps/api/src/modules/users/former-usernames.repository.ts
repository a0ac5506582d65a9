import { formerUsernameDays, formerUsernamesMax } from '@skein/contracts/limits';
import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import { ConflictError } from '../../platform/errors.ts';

const { sql } = Prisma;

const batchSize = 1000;

/**
 * The id of the user with a username, or else of the user who had it before. PostgreSQL executes the second
 * subquery only if the first finds nothing.
 */
export function selectIdByUsername(username: string): Prisma.Sql {
  return sql`coalesce(
    (SELECT named.id FROM users named WHERE named.username = ${username}),
    (SELECT former.user_id FROM former_usernames former
      WHERE former.username = ${username} AND ${isUnexpired(sql`former`)}))`;
}

/** Selects `username` and `id` of the users with these usernames, or who had them before. */
export function selectIdsByUsernames(usernames: readonly string[]): Prisma.Sql {
  return sql`
    SELECT named.username, named.id FROM users named WHERE named.username = ANY (${usernames}::text[])
    UNION ALL SELECT former.username, former.user_id FROM former_usernames former
    WHERE former.username = ANY (${usernames}::text[]) AND ${isUnexpired(sql`former`)}
      AND NOT EXISTS (SELECT FROM users named WHERE named.username = former.username)`;
}

/** Former usernames of a user that a text may mention. The text may contain them in other words. */
export function selectFormerUsernamesIn(content: Prisma.Sql, userId: Prisma.Sql): Prisma.Sql {
  return sql`ARRAY(SELECT former.username FROM former_usernames former
    WHERE former.user_id = ${userId} AND ${isUnexpired(sql`former`)}
      AND strpos(lower(${content}), '@' || former.username) > 0)`;
}

/** Returns the ids of the users who had these usernames before, by username. */
export async function findFormerOwners(
  database: Database | Transaction,
  usernames: readonly string[],
): Promise<Map<string, string>> {
  const rows = await database.query<{ username: string; userId: string }>(sql`
    SELECT former.username, former.user_id AS "userId" FROM former_usernames former
    WHERE former.username = ANY (${usernames}::text[]) AND ${isUnexpired(sql`former`)}`);
  return new Map(rows.map(({ username, userId }) => [username, userId]));
}

/** Replaces former usernames by the present ones of their users. */
export async function toPresentUsernames(
  database: Database | Transaction,
  usernames: readonly string[],
): Promise<string[]> {
  if (usernames.length === 0) return [];
  const rows = await database.query<{ former: string; present: string }>(sql`
    SELECT former.username AS former, users.username AS present
    FROM former_usernames former JOIN users ON users.id = former.user_id
    WHERE former.username = ANY (${usernames}::text[]) AND ${isUnexpired(sql`former`)}`);
  const present = new Map(rows.map((row) => [row.former, row.present]));
  return [...new Set(usernames.map((username) => present.get(username) ?? username))];
}

/**
 * Locks usernames until the transaction ends: of several accounts that take or give up a username, each
 * sees the result of the one before.
 */
export async function lockUsernames(tx: Transaction, usernames: readonly string[]): Promise<void> {
  // In one order, to prevent deadlocks.
  await tx.execute(sql`
    SELECT pg_advisory_xact_lock(hashtextextended('skein username ' || name, 0))
    FROM unnest(${usernames.toSorted()}::text[]) name`);
}

/** Returns the usernames that a new account cannot use. */
export async function findTakenUsernames(
  database: Database,
  usernames: readonly string[],
): Promise<Set<string>> {
  const rows = await database.query<{ username: string }>(sql`
    SELECT username FROM users WHERE username = ANY (${usernames}::text[])
    UNION ALL SELECT username FROM former_usernames former
    WHERE username = ANY (${usernames}::text[]) AND ${isUnexpired(sql`former`)}
    UNION ALL SELECT username FROM actor_keys WHERE username = ANY (${usernames}::text[])`);
  return new Set(rows.map(({ username }) => username));
}

/**
 * Whether a locked username is reserved for another account than the given one. Other servers know a username
 * of an account with a key for good, also when the account is deleted.
 */
export async function isUsernameReserved(
  tx: Transaction,
  username: string,
  userId: string | null,
): Promise<boolean> {
  const reserved = await tx.query(sql`
    SELECT FROM former_usernames former
    WHERE username = ${username} AND user_id IS DISTINCT FROM ${userId}::uuid
      AND ${isUnexpired(sql`former`)}
    UNION ALL SELECT FROM actor_keys
    WHERE username = ${username} AND actor_id IS DISTINCT FROM ${userId}::uuid`);
  return reserved.length > 0;
}

/**
 * Reserves the present username of a locked account, which is about to change it. Of several, the last
 * ones stay reserved.
 * @throws ConflictError `username_taken` if the new one is reserved for another account
 */
export async function reserveFormerUsername(
  tx: Transaction,
  userId: string,
  { former, present }: { former: string; present: string },
): Promise<void> {
  await lockUsernames(tx, [former, present]);
  if (await isUsernameReserved(tx, present, userId)) throw usernameTaken();
  // Its own, or one that has expired.
  await tx.formerUsername.deleteMany({ where: { username: present } });
  await tx.execute(sql`
    INSERT INTO former_usernames (username, user_id, expires_at)
    VALUES (${former}, ${userId}::uuid, now() + make_interval(days => ${formerUsernameDays}::int))
    ON CONFLICT (username) DO UPDATE
      SET user_id = EXCLUDED.user_id, expires_at = EXCLUDED.expires_at`);
  await tx.execute(sql`
    DELETE FROM former_usernames WHERE user_id = ${userId}::uuid AND username IN (
      SELECT username FROM former_usernames WHERE user_id = ${userId}::uuid
      ORDER BY expires_at DESC OFFSET ${formerUsernamesMax}::int)`);
}

/** Returns the number of deleted usernames. */
export async function removeExpiredUsernames(database: Database): Promise<number> {
  let removed = 0;
  for (;;) {
    const count = await database.execute(sql`
      DELETE FROM former_usernames WHERE username IN (
        SELECT username FROM former_usernames WHERE expires_at <= now()
        LIMIT ${batchSize}::int FOR UPDATE SKIP LOCKED)`);
    removed += count;
    if (count < batchSize) return removed;
  }
}

export function usernameTaken(): ConflictError {
  return new ConflictError('username_taken', 'error.usernameTaken');
}

function isUnexpired(former: Prisma.Sql): Prisma.Sql {
  return sql`${former}.expires_at > now()`;
}
