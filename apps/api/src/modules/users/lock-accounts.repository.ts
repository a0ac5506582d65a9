import type { Transaction } from '@skein/db';

/**
 * Holds accounts until the transaction ends, in the one order in which everybody takes them, and
 * before any thread. Not FOR UPDATE, which rows that only refer to an account would wait for.
 */
export async function lockAccounts(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.$queryRaw`
    SELECT id FROM users WHERE id = ANY (${ids}::uuid[]) ORDER BY id FOR NO KEY UPDATE`;
}
