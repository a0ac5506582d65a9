import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import type { KeyedRequest } from './idempotency.ts';

const { sql } = Prisma;

/** Limits how long one statement holds its locks. */
const batchSize = 1000;

/** Returns true when the key was unused or expired. */
export async function insertClaim(
  database: Database,
  { userId, key, fingerprint }: KeyedRequest,
  madeId: string,
  { now, expiry }: { now: Date; expiry: Date },
): Promise<boolean> {
  const claimed = await database.execute(sql`
    INSERT INTO idempotency_keys AS existing (user_id, key, fingerprint, made_id, created_at)
    SELECT id, ${key}, ${fingerprint}, ${madeId}::uuid, ${now}
    FROM users WHERE id = ${userId}::uuid
    ON CONFLICT (user_id, key) DO UPDATE
    SET fingerprint = excluded.fingerprint, made_id = excluded.made_id,
      created_at = excluded.created_at, completed_at = NULL
    WHERE existing.created_at < ${expiry}`);
  return claimed === 1;
}

export function findClaim(database: Database, { userId, key }: KeyedRequest) {
  return database.idempotencyKey.findFirst({
    where: { userId, key },
    select: { fingerprint: true, madeId: true, completedAt: true },
  });
}

/** Inserts the key again if a rejected attempt has released it meanwhile. */
export async function completeClaim(
  database: Database,
  { userId, key, fingerprint }: KeyedRequest,
  madeId: string,
  now: Date,
): Promise<void> {
  await database.execute(sql`
    INSERT INTO idempotency_keys AS existing
      (user_id, key, fingerprint, made_id, created_at, completed_at)
    SELECT id, ${key}, ${fingerprint}, ${madeId}::uuid, ${now}, ${now}
    FROM users WHERE id = ${userId}::uuid
    ON CONFLICT (user_id, key) DO UPDATE SET completed_at = excluded.completed_at
    WHERE existing.made_id = excluded.made_id`);
}

export async function deleteClaim(
  database: Database,
  { userId, key }: KeyedRequest,
  madeId: string,
): Promise<void> {
  await database.idempotencyKey.deleteMany({
    where: { userId, key, madeId, completedAt: null },
  });
}

/** Returns the number of deleted keys. */
export async function deleteClaimsBefore(database: Database, time: Date): Promise<number> {
  let total = 0;
  for (;;) {
    const removed = await database.execute(sql`
      DELETE FROM idempotency_keys WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM idempotency_keys WHERE created_at < ${time}
        ORDER BY created_at LIMIT ${batchSize} FOR UPDATE SKIP LOCKED))`);
    total += removed;
    if (removed < batchSize) return total;
  }
}
