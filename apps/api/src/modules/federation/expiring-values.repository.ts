import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import { dayMs } from '../../platform/clock.ts';

const { sql } = Prisma;

/** Values that expire: JSON-LD contexts of other servers, ids of received activities, and deleted threads. */

const batchSize = 5000;
/** Other servers repeat an activity for so long, and an undo or deletion may overtake it. */
const receivedMs = 7 * dayMs;
const tombstoneMs = 90 * dayMs;

/** The activity was processed before, or must not be processed. */
export class AlreadyReceived extends Error {}

/** Undefined if there is none. */
export async function findValue(database: Database, key: string, now: Date): Promise<unknown> {
  const row = await database.federationValue.findFirst({ where: { key, expiresAt: { gt: now } } });
  return row?.value;
}

export async function storeValue(
  database: Database | Transaction,
  key: string,
  value: unknown,
  { now, lifetimeMs }: { now: Date; lifetimeMs: number },
): Promise<boolean> {
  const expiresAt = new Date(now.getTime() + lifetimeMs);
  const stored = await database.execute(sql`
    INSERT INTO federation_kv AS stored (key, value, expires_at)
    VALUES (${key}, ${JSON.stringify(value)}::jsonb, ${expiresAt})
    ON CONFLICT (key) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at
      WHERE stored.expires_at <= ${now}`);
  return stored > 0;
}

export async function deleteValue(database: Database, key: string): Promise<void> {
  await database.federationValue.deleteMany({ where: { key } });
}

/**
 * Records an activity in the transaction of its effect, so that it takes effect once, also if two servers
 * receive it at the same moment. The second waits for the first.
 * @throws AlreadyReceived
 */
export async function recordReceived(
  database: Database | Transaction,
  uri: string,
  now: Date,
): Promise<void> {
  if (!(await preventEffect(database, uri, now))) throw new AlreadyReceived();
}

/**
 * An activity or object with this id has no effect if it arrives later. Waits for a server that processes it.
 * @returns false if it was received before
 */
export function preventEffect(
  database: Database | Transaction,
  uri: string,
  now: Date,
): Promise<boolean> {
  return storeValue(database, `received:${uri}`, true, { now, lifetimeMs: receivedMs });
}

export async function wasReceived(database: Database, uri: string, now: Date): Promise<boolean> {
  return (await findValue(database, `received:${uri}`, now)) !== undefined;
}

/** Remembers a deleted thread, which other servers may still request. */
export async function storeTombstone(tx: Transaction, threadId: string, now: Date): Promise<void> {
  await storeValue(tx, `deleted:${threadId}`, true, { now, lifetimeMs: tombstoneMs });
}

export async function hasTombstone(
  database: Database,
  threadId: string,
  now: Date,
): Promise<boolean> {
  return (await findValue(database, `deleted:${threadId}`, now)) !== undefined;
}

/** A background job. */
export async function removeExpiredValues(database: Database, now: Date): Promise<void> {
  let removed: number;
  do {
    removed = await database.execute(sql`
      DELETE FROM federation_kv WHERE key IN (
        SELECT key FROM federation_kv WHERE expires_at <= ${now}
        LIMIT ${batchSize}::int FOR UPDATE SKIP LOCKED)`);
  } while (removed === batchSize);
}
