import type { Database, Transaction } from '@skein/db';
import type { MediaFiles, StoredConversion } from '../processed-media.ts';

/** How long a server may be silent before another one takes over its conversion. */
const leaseMs = 60 * 1000;
/** Videos that others upload within this time go first, for each waiting video of the same user. */
const queueStepMs = 10 * 60 * 1000;
/** URLs of the original work for this time after its conversion. */
const originalKeptMs = 24 * 60 * 60 * 1000;

export interface NewConversion {
  mediaId: string;
  ownerId: string;
  storageKey: string;
  isPlayable: boolean;
}

/** An attempt of this server. */
export interface ClaimedConversion {
  mediaId: string;
  storageKey: string;
  /** Identifies the attempt; another server that takes over increases it. */
  attempts: number;
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
      queuedAt: new Date(now.getTime() + (waiting + index) * queueStepMs),
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
  return database.videoConversion.findUnique({
    where: { mediaId, replacedFileName: null },
    select: { percent: true, isPlayable: true },
  });
}

/** Takes the next video that no server converts. */
export async function claimConversion(
  database: Database,
  now: Date,
): Promise<ClaimedConversion | null> {
  const [claimed] = await database.$queryRaw<ClaimedConversion[]>`
    WITH next AS (
      SELECT media_id FROM video_conversions
      WHERE due_at <= ${now} AND replaced_file_name IS NULL
      ORDER BY queued_at, media_id LIMIT 1
      FOR UPDATE SKIP LOCKED)
    UPDATE video_conversions conversion
    SET due_at = ${leaseEnd(now)}, attempts = conversion.attempts + 1, percent = 0
    FROM next LEFT JOIN media ON media.id = next.media_id
    WHERE conversion.media_id = next.media_id
    RETURNING conversion.media_id AS "mediaId", conversion.storage_key AS "storageKey",
      conversion.attempts, media.file_name AS "fileName"`;
  return claimed ?? null;
}

/** False when another server has taken over, or the video was deleted. */
export async function extendLease(
  database: Database,
  { mediaId, attempts }: ClaimedConversion,
  { percent, now }: { percent: number; now: Date },
): Promise<boolean> {
  const count = await database.$executeRaw`
    UPDATE video_conversions SET due_at = ${leaseEnd(now)}, percent = ${percent}::smallint
    WHERE media_id = ${mediaId}::uuid AND attempts = ${attempts}::smallint
      AND EXISTS (SELECT FROM media WHERE id = ${mediaId}::uuid)`;
  return count > 0;
}

/** Puts a video back into the queue. An attempt that does not count leaves the limit as it was. */
export async function requeueConversion(
  database: Database,
  { mediaId, attempts }: ClaimedConversion,
  { dueAt, counts }: { dueAt: Date; counts: boolean },
): Promise<void> {
  await database.videoConversion.updateMany({
    where: { mediaId, attempts, replacedFileName: null },
    data: { dueAt, percent: 0, attempts: counts ? attempts : attempts - 1 },
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
export class ConversionLost extends Error {}

/**
 * Replaces the original, which is deleted later and counts until then.
 * @throws ConversionLost
 */
export async function replaceOriginal(
  database: Database,
  { mediaId, attempts, fileName: replacedFileName }: ClaimedConversion,
  { bytes, replacedBytes, ...columns }: ConvertedFile & { replacedBytes: number },
  now: Date,
): Promise<VideoUse> {
  return database.$transaction(async (tx) => {
    const dueAt = new Date(now.getTime() + originalKeptMs);
    const { count } = await tx.videoConversion.updateMany({
      where: { mediaId, attempts, replacedFileName: null },
      data: { replacedFileName, replacedBytes, dueAt, percent: 100 },
    });
    if (count === 0) throw new ConversionLost();
    const [video] = await tx.media.updateManyAndReturn({
      where: { id: mediaId },
      data: { ...columns, bytes: { increment: bytes } },
      select: { ownerId: true, threadId: true },
    });
    if (video === undefined) throw new ConversionLost();
    return video;
  });
}

export async function findVideoUse(database: Database, id: string): Promise<VideoUse | null> {
  return database.media.findUnique({ where: { id }, select: { ownerId: true, threadId: true } });
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
  return database.$queryRaw<ReplacedOriginal[]>`
    SELECT media_id AS "mediaId", storage_key AS "storageKey", replaced_file_name AS "fileName",
      replaced_bytes AS bytes
    FROM video_conversions WHERE due_at <= ${now} AND replaced_file_name IS NOT NULL
    ORDER BY due_at LIMIT ${limit}::int`;
}

/** Call when the original is deleted: it no longer counts. Safe to repeat. */
export async function forgetOriginal(
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
  return database.$queryRaw<ClaimedConversion[]>`
    SELECT conversion.media_id AS "mediaId", conversion.storage_key AS "storageKey",
      conversion.attempts, media.file_name AS "fileName"
    FROM video_conversions conversion LEFT JOIN media ON media.id = conversion.media_id
    WHERE conversion.due_at < ${before} AND conversion.replaced_file_name IS NULL
    ORDER BY conversion.due_at LIMIT ${limit}::int`;
}

function leaseEnd(now: Date): Date {
  return new Date(now.getTime() + leaseMs);
}
