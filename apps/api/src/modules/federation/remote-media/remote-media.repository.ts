import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import { newStorageKey } from '../../media/index.ts';
import { selectHost, selectPolicy } from '../servers/server-policy.queries.ts';

const { sql } = Prisma;

/** How long a server may take to fetch or delete a file before another may try. */
const claimSeconds = 180;
/** A slow server has given up or finished a claimed file by then. */
const interruptedMinutes = 15;
const failureMinutes = 60;

type RemoteMediaKind = 'picture' | 'banner' | 'attachment' | 'emoji';

export interface RemoteMediaRow {
  uri: string;
  kind: RemoteMediaKind;
  isStored: boolean;
  /** Whether it cannot be fetched now: it was rejected, failed within the last hour, or a policy forbids it. */
  isUnavailable: boolean;
  isClaimed: boolean;
}

interface NewRemoteMedia {
  /** The files are deleted with this account. */
  ownerId: string;
  kind: RemoteMediaKind;
  uri: string;
}

/** Records a file of another server. Returns the key that refers to it; nothing is fetched yet. */
export async function insertRemoteMedia(tx: Transaction, media: NewRemoteMedia): Promise<string> {
  const storageKey = newStorageKey();
  await tx.remoteMedia.create({ data: { storageKey, ...media }, select: { storageKey: true } });
  return storageKey;
}

/**
 * Returns the key of a picture or banner that may have changed: the present key for the same address, a new one
 * for another address, and null for none. A replaced file is deleted.
 */
export async function replaceRemoteMedia(
  tx: Transaction,
  { uri, ...media }: Omit<NewRemoteMedia, 'uri'> & { uri: string | null },
): Promise<string | null> {
  const { ownerId, kind } = media;
  const where = { ownerId, kind };
  const present = await tx.remoteMedia.findFirst({
    where,
    select: { storageKey: true, uri: true },
  });
  if (present?.uri === uri) return present.storageKey;
  if (present !== null) await tx.remoteMedia.deleteMany({ where });
  return uri === null ? null : insertRemoteMedia(tx, { uri, ...media });
}

export async function findRemoteMedia(
  database: Database,
  storageKey: string,
  now: Date,
): Promise<RemoteMediaRow | null> {
  const [row] = await database.query<RemoteMediaRow>(sql`
    SELECT media.uri, media.kind, media.bytes > 0 AS "isStored",
      ${isUnavailable(now)} OR 'media_rejected' IN (${policies}) OR 'suspended' IN (${policies})
        AS "isUnavailable",
      coalesce(media.claimed_until > ${now}, false) AS "isClaimed"
    FROM remote_media media JOIN users account ON account.id = media.owner_id
      LEFT JOIN remote_actors actor ON actor.user_id = account.id
    WHERE media.storage_key = ${storageKey}`);
  return row ?? null;
}

/**
 * Returns whether the caller must fetch the file; false if another server does or has done so, or if it cannot be
 * fetched.
 * @param isStored As the caller has read it; true if the files are missing nevertheless
 */
export async function claimRemoteMedia(
  database: Database,
  storageKey: string,
  { isStored, now }: { isStored: boolean; now: Date },
): Promise<boolean> {
  const claimed = await database.execute(sql`
    UPDATE remote_media SET claimed_until = ${now}::timestamptz + make_interval(secs => ${claimSeconds}::int)
    WHERE storage_key = ${storageKey} AND (bytes > 0) = ${isStored} AND NOT ${isUnavailable(now)}
      AND (claimed_until IS NULL OR claimed_until <= ${now})`);
  return claimed > 0;
}

/** Returns false if no row refers to the file any more. */
export async function recordStored(
  database: Database,
  storageKey: string,
  { bytes, now }: { bytes: number; now: Date },
): Promise<boolean> {
  const { count } = await database.remoteMedia.updateMany({
    where: { storageKey },
    data: { bytes, lastUsedAt: now, claimedUntil: null, failedAt: null },
  });
  return count > 0;
}

/** @param failure Null if the file can be fetched again at once: this server was the reason */
export async function recordFailure(
  database: Database,
  storageKey: string,
  failure: { now: Date; isRejected: boolean } | null,
): Promise<void> {
  await database.remoteMedia.updateMany({
    where: { storageKey },
    data: {
      claimedUntil: null,
      bytes: 0,
      ...(failure && { failedAt: failure.now, isRejected: failure.isRejected }),
    },
  });
}

/** Keys of local files have no effect. The time is precise to an hour. */
export async function recordUses(
  database: Database,
  storageKeys: readonly string[],
  now: Date,
): Promise<void> {
  await database.execute(sql`
    UPDATE remote_media SET last_used_at = ${now} WHERE storage_key = ANY (${storageKeys}::text[])
      AND last_used_at < ${now}::timestamptz - interval '1 hour'`);
}

export async function readStoredBytes(database: Database): Promise<number> {
  const [row] = await database.query<{ bytes: number }>(sql`
    SELECT coalesce(sum(bytes), 0)::float8 AS bytes FROM remote_media WHERE bytes > 0`);
  return row?.bytes ?? 0;
}

export interface ClaimedFiles {
  storageKeys: string[];
  bytes: number;
  claimedUntil: Date;
}

/** Claims stored files that were not used since a time, the least recently used ones first. */
export function claimUnused(
  database: Database,
  usedBefore: Date,
  range: ClaimedRange,
): Promise<ClaimedFiles> {
  const condition = sql`bytes > 0 AND last_used_at < ${usedBefore}
    AND (claimed_until IS NULL OR claimed_until <= ${range.now}) ORDER BY last_used_at`;
  return claimFiles(database, condition, range);
}

/** Claims files that a server was fetching or deleting when it was killed. Some of them may be stored. */
export function claimInterrupted(database: Database, range: ClaimedRange): Promise<ClaimedFiles> {
  const condition = sql`claimed_until <= ${range.now}::timestamptz
    - make_interval(mins => ${interruptedMinutes}::int) ORDER BY claimed_until`;
  return claimFiles(database, condition, range);
}

interface ClaimedRange {
  now: Date;
  limit: number;
}

async function claimFiles(
  database: Database,
  condition: Prisma.Sql,
  { now, limit }: ClaimedRange,
): Promise<ClaimedFiles> {
  const claimedUntil = new Date(now.getTime() + claimSeconds * 1000);
  const [claimed] = await database.query<Omit<ClaimedFiles, 'claimedUntil'>>(sql`
    WITH claimed AS (
      UPDATE remote_media SET claimed_until = ${claimedUntil}
      WHERE storage_key = ANY (ARRAY(
        SELECT storage_key FROM remote_media WHERE ${condition} LIMIT ${limit}::int FOR UPDATE SKIP LOCKED))
      RETURNING storage_key, bytes
    )
    SELECT coalesce(array_agg(storage_key), '{}') AS "storageKeys", coalesce(sum(bytes), 0)::float8 AS bytes
    FROM claimed`);
  return { storageKeys: [], bytes: 0, ...claimed, claimedUntil };
}

/** The files were deleted. They are fetched again when they are needed. */
export async function recordRemoval(
  database: Database,
  { storageKeys, claimedUntil }: ClaimedFiles,
): Promise<void> {
  await database.remoteMedia.updateMany({
    where: { storageKey: { in: storageKeys }, claimedUntil },
    data: { bytes: 0, claimedUntil: null },
  });
}

/** The policies for the server of the file and the servers of its owner. */
const policies = sql`${selectPolicy(selectHost(sql`media.uri`))}, ${selectPolicy(sql`account.domain`)},
  ${selectPolicy(selectHost(sql`actor.uri`))}`;

function isUnavailable(now: Date): Prisma.Sql {
  return sql`(is_rejected OR coalesce(
    failed_at > ${now}::timestamptz - make_interval(mins => ${failureMinutes}::int), false))`;
}
