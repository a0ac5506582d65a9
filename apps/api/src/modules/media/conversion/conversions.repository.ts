import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import type { MediaFiles, StoredConversion } from '../processed-media.ts';
import { dayMs, minuteMs } from '../../../platform/clock.ts';

/** How long a server may be silent before another one takes over its conversion. */
const leaseMs = 60 * 1000;
/** The expected time of a conversion. What an attempt really took is added later. */
const expectedMs = 10 * minuteMs;
/** Videos that have waited this long are due again when a server takes one, so that none is overdue. */
const refreshedAfterMs = dayMs;
/** URLs of the original work for this time after its conversion. */
const originalRetentionMs = dayMs;

const claimedColumns = Prisma.sql`
  conversion.media_id AS "mediaId", conversion.owner_id AS "ownerId",
  conversion.storage_key AS "storageKey", conversion.attempts, conversion.failures,
  conversion.first_tried_at AS "firstTriedAt", media.file_name AS "fileName"`;

export interface NewConversion {
  mediaId: string;
  ownerId: string;
  storageKey: string;
  isPlayable: boolean;
}

/** An attempt of this server. */
export interface ClaimedConversion {
  mediaId: string;
  ownerId: string;
  storageKey: string;
  /** Identifies the attempt; another server that takes over increases it. */
  attempts: number;
  /** Attempts that failed or were killed, and this one. */
  failures: number;
  /** Null if no server has tried. */
  firstTriedAt: Date | null;
  /** The original; null if the video was deleted. */
  fileName: string | null;
}

/** The file that replaces an original. */
export type ConvertedFile = Pick<MediaFiles, 'fileName' | 'width' | 'height' | 'durationMs'> & {
  mimeType: string;
  bytes: number;
};

/** Adds videos of one user to the queue. A user with many waiting videos queues behind others. */
export async function insertConversions(
  tx: Transaction,
  conversions: readonly NewConversion[],
  now: Date,
): Promise<void> {
  const [first] = conversions;
  if (first === undefined) return;
  const waiting = await tx.videoConversion.count({
    where: { ownerId: first.ownerId, replacedFileName: null },
  });
  await tx.videoConversion.createMany({
    data: conversions.map((conversion, index) => ({
      ...conversion,
      queuedAt: new Date(now.getTime() + (waiting + index) * expectedMs),
      dueAt: now,
    })),
  });
}

/** Whether a video waits. */
export async function hasDueConversion(database: Database, now: Date): Promise<boolean> {
  const found = await database.videoConversion.findFirst({
    where: { dueAt: { lte: now }, replacedFileName: null },
    select: { mediaId: true },
  });
  return found !== null;
}

/** The conversion of a video that is waiting or running. */
export async function findConversion(
  database: Database | Transaction,
  mediaId: string,
): Promise<StoredConversion | null> {
  return database.videoConversion.findFirst({
    where: { mediaId, replacedFileName: null },
    select: { percent: true, isPlayable: true },
  });
}

/** Takes the next video that no server converts. Until it ends otherwise, the attempt is a failure. */
export async function claimConversion(
  database: Database,
  now: Date,
): Promise<ClaimedConversion | null> {
  const [claimed] = await database.query<ClaimedConversion>(Prisma.sql`
    WITH next AS (
      SELECT media_id FROM video_conversions
      WHERE due_at <= ${now} AND replaced_file_name IS NULL
      ORDER BY queued_at, media_id LIMIT 1
      FOR UPDATE SKIP LOCKED)
    UPDATE video_conversions conversion
    SET due_at = ${leaseEnd(now)}, attempts = conversion.attempts + 1,
      failures = conversion.failures + 1, percent = 0,
      first_tried_at = coalesce(conversion.first_tried_at, ${now})
    FROM next LEFT JOIN media ON media.id = next.media_id
    WHERE conversion.media_id = next.media_id
    RETURNING ${claimedColumns}`);
  return claimed ?? null;
}

/** Keeps waiting videos from being overdue. Call when a server converts videos. */
export async function refreshWaiting(database: Database, now: Date): Promise<void> {
  await database.videoConversion.updateMany({
    where: { dueAt: { lt: new Date(now.getTime() - refreshedAfterMs) }, replacedFileName: null },
    data: { dueAt: now },
  });
}

/** Moves the waiting videos of a user back by the time that an attempt of theirs has taken. */
export async function moveBack(
  database: Database,
  ownerId: string,
  { elapsedMs, now }: { elapsedMs: number; now: Date },
): Promise<void> {
  // Locked in one order, because several servers convert videos of one user.
  await database.execute(Prisma.sql`
    WITH waiting AS (
      SELECT media_id FROM video_conversions
      WHERE owner_id = ${ownerId}::uuid AND replaced_file_name IS NULL
      ORDER BY media_id FOR UPDATE)
    UPDATE video_conversions conversion
    SET queued_at = greatest(conversion.queued_at, ${now})
      + ${elapsedMs}::float8 * INTERVAL '1 millisecond'
    FROM waiting WHERE conversion.media_id = waiting.media_id`);
}

/** False when another server has taken over or converted it, or the video was deleted. */
export async function extendLease(
  database: Database,
  { mediaId, attempts }: ClaimedConversion,
  { percent, now }: { percent: number; now: Date },
): Promise<boolean> {
  const count = await database.execute(Prisma.sql`
    UPDATE video_conversions SET due_at = ${leaseEnd(now)}, percent = ${percent}::smallint
    WHERE media_id = ${mediaId}::uuid AND attempts = ${attempts}::smallint
      AND replaced_file_name IS NULL
      AND EXISTS (SELECT FROM media WHERE id = ${mediaId}::uuid)`);
  return count > 0;
}

/** Puts a video back into the queue. */
export async function requeueConversion(
  database: Database,
  { mediaId, attempts, failures }: ClaimedConversion,
  { dueAt, isFailure }: { dueAt: Date; isFailure: boolean },
): Promise<void> {
  await database.videoConversion.updateMany({
    where: { mediaId, attempts, replacedFileName: null },
    data: { dueAt, percent: 0, failures: isFailure ? failures : failures - 1 },
  });
}

/** False when another server has taken over, or converted the video. */
export async function deleteConversion(
  database: Database,
  { mediaId, attempts }: ClaimedConversion,
): Promise<boolean> {
  const { count } = await database.videoConversion.deleteMany({
    where: { mediaId, attempts, replacedFileName: null },
  });
  return count > 0;
}

/** The owner of a video, and its thread if it has one. */
export interface VideoUse {
  ownerId: string;
  threadId: string | null;
}

/** Another server has taken over, or the video was deleted. */
export class LeaseLost extends Error {}

/**
 * Replaces the original, which is deleted later and counts until then.
 * @throws LeaseLost
 */
export async function replaceOriginal(
  database: Database,
  { mediaId, attempts, fileName: replacedFileName }: ClaimedConversion,
  { bytes, replacedBytes, ...columns }: ConvertedFile & { replacedBytes: number },
  now: Date,
): Promise<VideoUse> {
  return database.$transaction(async (tx) => {
    const dueAt = new Date(now.getTime() + originalRetentionMs);
    const { count } = await tx.videoConversion.updateMany({
      where: { mediaId, attempts, replacedFileName: null },
      data: { replacedFileName, replacedBytes, dueAt, percent: 100 },
    });
    if (count === 0) throw new LeaseLost();
    const [video] = await tx.media.updateManyAndReturn({
      where: { id: mediaId },
      data: { ...columns, bytes: { increment: bytes } },
      select: { ownerId: true, threadId: true },
    });
    if (video === undefined) throw new LeaseLost();
    return video;
  });
}

export async function findVideoUse(database: Database, id: string): Promise<VideoUse | null> {
  return database.media.findFirst({ where: { id }, select: { ownerId: true, threadId: true } });
}

export interface ReplacedOriginal {
  mediaId: string;
  storageKey: string;
  fileName: string;
  bytes: bigint;
}

/** Originals whose time is over, the oldest first. */
export function listReplaced(
  database: Database,
  now: Date,
  limit: number,
): Promise<ReplacedOriginal[]> {
  return database.query<ReplacedOriginal>(Prisma.sql`
    SELECT media_id AS "mediaId", storage_key AS "storageKey", replaced_file_name AS "fileName",
      replaced_bytes AS bytes
    FROM video_conversions WHERE due_at <= ${now} AND replaced_file_name IS NOT NULL
    ORDER BY due_at LIMIT ${limit}::int`);
}

/** Call when the file is deleted: it no longer counts. Safe to repeat. */
export async function deleteReplacedOriginal(
  database: Database,
  { mediaId, bytes }: ReplacedOriginal,
): Promise<void> {
  await database.$transaction(async (tx) => {
    const { count } = await tx.videoConversion.deleteMany({
      where: { mediaId, replacedFileName: { not: null } },
    });
    if (count === 0) return;
    await tx.media.updateMany({
      where: { id: mediaId },
      data: { bytes: { decrement: bytes } },
    });
  });
}

/** Videos that no server has taken for long, for example because none has ffmpeg any more. */
export async function listOverdue(
  database: Database,
  before: Date,
  limit: number,
): Promise<ClaimedConversion[]> {
  return database.query<ClaimedConversion>(Prisma.sql`
    SELECT ${claimedColumns}
    FROM video_conversions conversion LEFT JOIN media ON media.id = conversion.media_id
    WHERE conversion.due_at < ${before} AND conversion.replaced_file_name IS NULL
    ORDER BY conversion.due_at LIMIT ${limit}::int`);
}

function leaseEnd(now: Date): Date {
  return new Date(now.getTime() + leaseMs);
}
