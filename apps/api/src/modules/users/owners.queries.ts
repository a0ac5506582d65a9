import { Prisma } from '@skein/db';
import type { Transaction } from '@skein/db';

const { sql } = Prisma;

/**
 * Whether the account is an owner's and no other active account is, by its role or by ADMIN_EMAILS. Locks
 * the account and all owners until the transaction ends, so that if two owners leave at once, the
 * second one is the only owner.
 * @param adminEmails lower case
 */
export async function isOnlyOwner(
  tx: Transaction,
  id: string,
  adminEmails: readonly string[],
): Promise<boolean> {
  const isOwner = sql`(suspended_at IS NULL AND deleted_at IS NULL AND (role = 'owner'
    OR email_proven_at IS NOT NULL AND email = ANY (${[...adminEmails]}::text[])))`;
  const rows = await tx.query<{
    id: string;
    isOwner: boolean;
  }>(sql`SELECT id, ${isOwner} AS "isOwner" FROM users WHERE id = ${id}::uuid OR ${isOwner}
      ORDER BY id FOR NO KEY UPDATE`);
  const owners = rows.filter((row) => row.isOwner);
  return owners.length === 1 && owners[0]?.id === id;
}
