import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import { isLocal, isPublic } from '../../../domain/visibility.queries.ts';
import { isListingPending } from '../../users/index.ts';

const { sql } = Prisma;

/** Threads per transaction, so that the author's own requests do not wait noticeably. */
const batchSize = 1000;
/** Users per run of the job. */
const usersMax = 1000;

/** The target state of a user's `thread_listing`. */
export type ListingTarget = 'listed' | 'unlisted';

/** Users whose listing does not match their privacy or suspension. */
export async function listPendingUsers(database: Database): Promise<string[]> {
  const rows = await database.query<{ id: string }>(sql`
    SELECT pending.id FROM users pending WHERE ${isListingPending(sql`pending`)}
    LIMIT ${usersMax}::int`);
  return rows.map(({ id }) => id);
}

/**
 * Marks a user's listing as changing. New threads are then inserted as listed.
 * @returns the target state; null when it is reached or the user no longer exists
 */
export async function beginListing(
  database: Database,
  userId: string,
): Promise<ListingTarget | null> {
  return database.$transaction(async (tx) => {
    // FOR UPDATE also waits for replies being inserted, which lock the row FOR KEY SHARE.
    const state = await lockListing(tx, userId, sql`FOR UPDATE`);
    if (state === null || state.listing === state.target) return null;
    await setListing(tx, userId, 'changing');
    return state.target;
  });
}

interface ListingBatch {
  userId: string;
  target: ListingTarget;
  /** Changes threads with lower ids only. */
  below: string;
  /** Whether threads of other servers are among all threads. */
  listsRemote: boolean;
}

/**
 * Adds the newest of a user's threads below an id to the indexes of public lists, or removes them, in
 * one transaction.
 * @returns the lowest id of the batch; null after the last batch, or when the target has changed
 */
export async function moveListing(
  database: Database,
  { userId, target, below, listsRemote }: ListingBatch,
): Promise<string | null> {
  return database.$transaction(async (tx) => {
    // This also makes a change of privacy wait, so that each batch matches the current state.
    const state = await lockListing(tx, userId, sql`FOR NO KEY UPDATE`);
    if (state?.target !== target) return null;
    const rows = await tx.thread.findMany({
      where: { authorId: userId, id: { lt: below }, deletedAt: null },
      select: { id: true, audience: true },
      orderBy: { id: 'desc' },
      take: batchSize,
    });
    const ids = rows.map(({ id }) => id);
    // Others are never listed.
    const publicRows = rows.filter(({ audience }) => audience === 'public');
    const publicIds = publicRows.map(({ id }) => id);
    await moveThreads(tx, publicIds, {
      isListed: target === 'listed',
      isInFeed: target === 'listed' && (state.isLocal || listsRemote),
    });
    if (ids.length === batchSize) return ids.at(-1) ?? null;
    await setListing(tx, userId, target);
    return null;
  });
}

/**
 * Removes threads of other servers below an id from the index of all threads, in one statement.
 * @returns the lowest id that was examined; null after the last batch
 */
export async function unlistRemote(database: Database, below: string): Promise<string | null> {
  const [lowest] = await database.query<{ key: string }>(sql`
    WITH examined AS MATERIALIZED (
      SELECT key, actor_id FROM feed_entries WHERE is_listed AND key < ${below}::uuid
      ORDER BY key DESC LIMIT ${batchSize}::int
    ), unlisted AS (
      UPDATE feed_entries SET is_listed = false WHERE key = ANY (ARRAY(
        SELECT key FROM examined JOIN users author ON author.id = actor_id
        WHERE NOT ${isLocal(sql`author`)}))
    )
    SELECT key FROM examined ORDER BY key DESC OFFSET ${batchSize}::int - 1`);
  return lowest?.key ?? null;
}

interface ListingState {
  listing: ListingTarget | 'changing';
  target: ListingTarget;
  isLocal: boolean;
}

async function lockListing(
  tx: Transaction,
  userId: string,
  lock: Prisma.Sql,
): Promise<ListingState | null> {
  const [state] = await tx.query<ListingState>(sql`
    SELECT thread_listing::text AS listing,
      CASE WHEN ${isPublic(sql`users`)} THEN 'listed' ELSE 'unlisted' END AS target,
      ${isLocal(sql`users`)} AS "isLocal"
    FROM users WHERE id = ${userId}::uuid ${lock}`);
  return state ?? null;
}

async function setListing(
  tx: Transaction,
  userId: string,
  listing: ListingState['listing'],
): Promise<void> {
  await tx.user.updateMany({ where: { id: userId }, data: { threadListing: listing } });
}

/** By lists of ids: with a subquery, PostgreSQL would read whole tables for each batch. */
async function moveThreads(
  tx: Transaction,
  ids: string[],
  { isListed, isInFeed }: { isListed: boolean; isInFeed: boolean },
): Promise<void> {
  const isInBatch = sql`thread_id = ANY (${ids}::uuid[])`;
  await tx.execute(sql`
    UPDATE feed_entries SET is_listed = ${isInFeed}
    WHERE key = ANY (${ids}::uuid[]) AND is_listed <> ${isInFeed}`);
  await tx.execute(sql`
    UPDATE thread_hashtags SET is_listed = ${isListed}
    WHERE ${isInBatch} AND is_listed <> ${isListed}`);
  const document = isListed
    ? sql`ts_delete(document, 'is:unlisted')`
    : sql`document || array_to_tsvector('{is:unlisted}')`;
  await tx.execute(sql`
    UPDATE search_documents SET document = ${document}
    WHERE ${isInBatch} AND document @@ $$'is:unlisted'$$::tsquery = ${isListed}`);
}
