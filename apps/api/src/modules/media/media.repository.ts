import type { Focus, MediaType } from '@skein/contracts/media';
import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import { findConversion, insertConversions } from './conversion/conversions.repository.ts';
import type { NewConversion } from './conversion/conversions.repository.ts';
import { parseMediaUrl } from './media-url.ts';
import type { MediaRow } from './media.serializer.ts';
import { originalStem } from './processed-media.ts';
import type { ProcessedMedia, StoredCaptions, StoredVariant } from './processed-media.ts';
import { dayMs } from '../../platform/clock.ts';

interface NewMedia {
  processed: ProcessedMedia;
  altText: string | null;
  /** The point that crops of a picture keep. */
  focus?: Focus | null | undefined;
}

/** Media to insert, in display order. */
export interface NewThreadMedia {
  /** Null for uploads that are claimed later. */
  threadId: string | null;
  /** The scheduled thread that will use the uploads. */
  scheduledId?: string;
  /** The position of the first item, 0 by default. */
  firstPosition?: number;
  /** All of one user. */
  items: readonly NewMedia[];
}

export type StoredUpload = Pick<MediaRow, 'id' | 'storageKey' | 'fileName' | 'type'>;

/** A request to attach an upload, by its URL or its id, to a thread or message. */
export type MediaClaim = ClaimDetails & ({ mediaUrl: string } | { uploadId: string });

interface ClaimDetails {
  ownerId: string;
  /** The expected type; undefined to accept any. */
  mediaType: MediaType | undefined;
  usedBy:
    | { threadId: string }
    | { messageId: string }
    | { additionalMessageId: string }
    | { scheduledId: string };
  /** The scheduled thread that has the upload; absent for an unused one. */
  scheduledId?: string | undefined;
  position: number;
  /** Null to keep the upload's alt text. */
  altText: string | null;
  /** The point that crops of a picture keep; absent to keep the upload's. */
  focus?: Focus | null | undefined;
  /** Makes it a voice message. The duration is used if the file lacks it. */
  voice?: { durationMs: number; waveform: number[] } | null;
}

/** Records a key before its files are stored, while no row refers to it. */
export async function insertUnclaimedKey(
  database: Database,
  storageKey: string,
  now: Date,
): Promise<void> {
  await database.unclaimedMedia.create({ data: { storageKey, since: now } });
}

/** Removes the records of keys that are empty or belong to a row now. */
export async function deleteUnclaimedKeys(
  database: Database | Transaction,
  storageKeys: readonly string[],
): Promise<void> {
  await database.unclaimedMedia.deleteMany({ where: { storageKey: { in: [...storageKeys] } } });
}

/** Keys whose files no row refers to, the oldest first. */
export async function selectUnclaimedKeys(
  database: Database,
  before: Date,
  limit: number,
): Promise<string[]> {
  const rows = await database.unclaimedMedia.findMany({
    where: { since: { lt: before } },
    orderBy: { since: 'asc' },
    take: limit,
  });
  return rows.map((row) => row.storageKey);
}

/** Runs a fixed number of statements in the transaction that creates the thread. */
export async function insertMedia(
  tx: Transaction,
  { threadId, scheduledId, firstPosition = 0, items }: NewThreadMedia,
  now: Date,
): Promise<void> {
  if (items.length === 0) return;
  await tx.media.createMany({
    data: items.map(({ processed, altText, focus }, index) => ({
      ...toColumns(processed),
      threadId,
      scheduledId: scheduledId ?? null,
      position: firstPosition + index,
      altText: altText === '' ? null : altText,
      ...(focus && { focus: { ...focus } }),
    })),
  });
  await insertConversions(tx, items.flatMap(toConversion), now);
  const storageKeys = items.map(({ processed }) => processed.storageKey);
  await tx.unclaimedMedia.deleteMany({ where: { storageKey: { in: storageKeys } } });
}

/** An upload of this user, claimed or not. */
export function findOwnedUpload(
  database: Database,
  id: string,
  ownerId: string,
): Promise<StoredUpload | null> {
  return database.media.findFirst({
    where: { id, ownerId },
    select: { id: true, storageKey: true, fileName: true, type: true },
  });
}

/** The download name of a stored document. */
export async function findOriginalName(
  database: Database,
  storageKey: string,
): Promise<string | null> {
  const row = await database.media.findFirst({
    where: { storageKey },
    select: { originalName: true },
  });
  return row?.originalName ?? null;
}

export function deleteUnusedUploads(
  database: Database,
  createdBefore: Date,
  limit: number,
): Promise<number> {
  return database.$transaction((tx) => deleteUnusedRows(tx, createdBefore, limit));
}

function toColumns({ variants, captions, conversion: _conversion, ...columns }: ProcessedMedia) {
  return {
    ...columns,
    variants: variants.map((variant) => ({ ...variant })),
    captions: captions.map((file) => ({ ...file })),
  };
}

function toConversion({ processed }: NewThreadMedia['items'][number]): NewConversion[] {
  const { id: mediaId, ownerId, storageKey, conversion } = processed;
  return conversion ? [{ mediaId, ownerId, storageKey, ...conversion }] : [];
}

/** Apps may wait for the conversion of a video before they post it. */
const convertedWithinMs = 3 * dayMs;

const isUnclaimed = Prisma.sql`
  thread_id IS NULL AND message_id IS NULL AND scheduled_id IS NULL AND additional_message_id IS NULL
  AND NOT EXISTS (SELECT FROM draft_media WHERE media_id = media.id)`;

/**
 * Deletes a batch of unclaimed media rows and returns their number. Videos stay while they are converted and as long as their original. A row that is claimed concurrently is either deleted for both or kept.
 */
async function deleteUnusedRows(
  tx: Transaction,
  createdBefore: Date,
  limit: number,
): Promise<number> {
  const convertedBefore = new Date(createdBefore.getTime() - convertedWithinMs);
  const found = await tx.query<{ id: string }>(Prisma.sql`
    SELECT id FROM media WHERE ${isUnclaimed} AND created_at < ${createdBefore}
      AND (created_at < ${convertedBefore}
        OR NOT EXISTS (SELECT FROM video_conversions WHERE media_id = media.id))
    LIMIT ${limit} FOR UPDATE SKIP LOCKED`);
  return deleteIfUnclaimed(tx, found);
}

/** Deletes those of the locked rows that nothing uses; a trigger records their keys as unclaimed. */
export function deleteIfUnclaimed(
  tx: Transaction,
  found: readonly { id: string }[],
): Promise<number> {
  // A second statement also sees drafts that were saved before the rows were locked.
  return tx.execute(Prisma.sql`
    DELETE FROM media
    WHERE id = ANY (${found.map(({ id }) => id)}::uuid[]) AND ${isUnclaimed}`);
}

/**
 * Attaches an upload to a thread or message. Null when it is unknown, belongs to another user, has
 * another type or is claimed already. Of several concurrent calls one succeeds.
 */
export async function claimMedia(tx: Transaction, claim: MediaClaim): Promise<MediaRow | null> {
  const address = 'uploadId' in claim ? { id: claim.uploadId } : toAddress(claim.mediaUrl);
  if (address === null) return null;
  const [claimed] = await tx.media.updateManyAndReturn({
    where: {
      ...address,
      ownerId: claim.ownerId,
      ...(claim.mediaType !== undefined && { type: claim.mediaType }),
      threadId: null,
      messageId: null,
      additionalMessageId: null,
      scheduledId: claim.scheduledId ?? null,
    },
    data: {
      scheduledId: null,
      ...claim.usedBy,
      position: claim.position,
      ...(claim.altText !== null && claim.altText !== '' && { altText: claim.altText }),
      ...(claim.focus && { focus: { ...claim.focus } }),
      ...(claim.voice && { waveform: claim.voice.waveform }),
    },
  });
  if (claimed === undefined) return null;
  const { voice } = claim;
  if (!voice || claimed.durationMs !== null) return withConversion(tx, toMediaRow(claimed));
  const { durationMs } = voice;
  await tx.media.update({ where: { id: claimed.id }, data: { durationMs } });
  return withConversion(tx, toMediaRow({ ...claimed, durationMs }));
}

/** The upload with this URL; a video may have been converted since. */
function toAddress(mediaUrl: string) {
  const parsed = parseMediaUrl(mediaUrl);
  if (parsed === null) return null;
  const { storageKey, fileName } = parsed;
  const isOriginal = fileName.startsWith(`${originalStem}.`);
  return { storageKey, OR: [{ fileName }, ...(isOriginal ? [{ type: 'video' as const }] : [])] };
}

export function toMediaRow<Row extends { variants: unknown; captions: unknown; focus: unknown }>(
  row: Row,
) {
  // This module has written these columns.
  return {
    ...row,
    focus: row.focus as Focus | null,
    variants: row.variants as StoredVariant[],
    captions: row.captions as StoredCaptions[],
  };
}

/** Adds the conversion that is waiting or running, if any. */
export async function withConversion(
  database: Database | Transaction,
  row: MediaRow,
): Promise<MediaRow> {
  if (row.type !== 'video') return row;
  return { ...row, conversion: await findConversion(database, row.id) };
}
