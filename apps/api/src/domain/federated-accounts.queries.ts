import { exists, Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import { anonymousViewer, canSeeThreadsBy, isActive, isLocal } from './visibility.queries.ts';

const { sql } = Prisma;

/**
 * Whether other servers can find an account: as its user has chosen, or because visitors see it or another server
 * knows it already.
 */
export function isFederated(user: Prisma.Sql): Prisma.Sql {
  return sql`(${isLocal(user)} AND ${isActive(user)} AND coalesce(${user}.is_federated,
    ${canSeeThreadsBy(anonymousViewer, user)} OR ${exists(sql`actor_keys WHERE actor_id = ${user}.id`)}))`;
}

/** @param includesFormer Also accounts that other servers know, but can no longer find. */
export async function isFederatedAccount(
  database: Database | Transaction,
  userId: string,
  { includesFormer = false } = {},
): Promise<boolean> {
  const isKnown = exists(sql`actor_keys WHERE actor_id = ${userId}::uuid`);
  const rows = await database.query(sql`
    SELECT FROM users account WHERE account.id = ${userId}::uuid
      AND (${isFederated(sql`account`)} OR ${includesFormer}::boolean AND ${isKnown})`);
  return rows.length > 0;
}

/** Whether a user has not disconnected the account from other servers. */
export function isConnectable(user: Prisma.Sql): Prisma.Sql {
  return sql`(${user}.is_federated IS NOT FALSE)`;
}

/**
 * Connects the private account of a local user who follows or writes to an account of another server. Changes nothing if
 * the user has decided about the connection.
 */
export async function connectAccount(
  tx: Transaction,
  userId: string,
  condition = sql`true`,
): Promise<void> {
  await tx.execute(sql`
    UPDATE users account SET is_federated = true
    WHERE account.id = ${userId}::uuid AND ${isLocal(sql`account`)} AND is_federated IS NULL
      AND (is_private OR NOT is_shown_outside) AND ${condition}`);
}
