import { Prisma } from '@skein/db';
import type { Transaction } from '@skein/db';

const { sql } = Prisma;

/**
 * Locks accounts until the transaction ends, in order of id, to prevent deadlocks. Lock accounts before
 * threads. Not FOR UPDATE, which would block inserts of rows that refer to an account.
 */
export async function lockAccounts(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.query(sql`
    SELECT id FROM users WHERE id = ANY (${ids}::uuid[]) ORDER BY id FOR NO KEY UPDATE`);
}
