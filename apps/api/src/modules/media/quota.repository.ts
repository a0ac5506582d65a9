import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';

const { sql } = Prisma;

/** The number and size of a user's files, used or not. */
export interface MediaUsage {
  files: number;
  bytes: number;
}

export async function readMediaUsage(
  database: Database | Transaction,
  ownerId: string,
): Promise<MediaUsage> {
  const [usage] = await database.query<{ files: number; bytes: bigint }>(sql`
    SELECT count(*)::int AS files, coalesce(sum(bytes), 0)::bigint AS bytes
    FROM media WHERE owner_id = ${ownerId}::uuid`);
  return { files: usage?.files ?? 0, bytes: Number(usage?.bytes ?? 0) };
}

/** The total size of all users' files. */
export async function readTotalMediaBytes(database: Database): Promise<number> {
  const [total] = await database.query<{ bytes: bigint }>(sql`
    SELECT coalesce(sum(bytes), 0)::bigint AS bytes FROM media`);
  return Number(total?.bytes ?? 0);
}

/** Serializes transactions that add files of this user. */
export async function lockMediaOwner(tx: Transaction, ownerId: string): Promise<void> {
  await tx.query(sql`SELECT FROM users WHERE id = ${ownerId}::uuid FOR NO KEY UPDATE`);
}
