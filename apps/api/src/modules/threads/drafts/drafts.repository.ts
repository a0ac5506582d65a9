import type { Focus } from '@skein/contracts/media';
import { draftPollSchema } from '@skein/contracts/threads';
import type { DraftPoll, ReplyPermission, SelectableAudience } from '@skein/contracts/threads';
import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import type { TimeRange } from '../../../platform/read-page.ts';
import type { MediaRow } from '../../media/index.ts';
import { mediaObject } from '../reading/thread-columns.queries.ts';

const { sql } = Prisma;

/** The fields that the author writes, apart from the media. */
export interface DraftFields {
  topic: string;
  texts: string[];
  contentWarning: string | null;
  isSensitive: boolean;
  replyPermission: ReplyPermission;
  audience: SelectableAudience | null;
  language: string | null;
  poll: DraftPoll | null;
  parentId: string | null;
  quotedId: string | null;
  scheduledAt: Date | null;
}

interface MediaPosition {
  /** The index of the part of the chain. */
  part: number;
  altText: string | null;
}

export interface DraftRow extends DraftFields {
  id: string;
  version: number;
  createdAt: Date;
  updatedAt: Date;
  /** In order of parts and positions; without those that were used elsewhere meanwhile. */
  media: (MediaPosition & { file: MediaRow })[];
}

export interface DraftMediaInput extends MediaPosition {
  mediaId: string;
  /** The point that crops of the picture keep; absent if it stays. */
  focus?: Focus | undefined;
}

interface DraftOwner {
  id: string;
  authorId: string;
}

const isUnused = sql`m.thread_id IS NULL AND m.message_id IS NULL
  AND m.additional_message_id IS NULL AND m.scheduled_id IS NULL`;

const columns = sql`
  d.id, d.version, d.topic, d.texts, d.content_warning AS "contentWarning",
  d.is_sensitive AS "isSensitive", d.reply_permission AS "replyPermission", d.audience, d.language, d.poll,
  d.parent_id AS "parentId", d.quoted_id AS "quotedId", d.scheduled_at AS "scheduledAt",
  d.created_at AS "createdAt", d.updated_at AS "updatedAt",
  to_json(ARRAY(SELECT json_build_object(
      'part', used.part, 'altText', used.alt_text, 'file', ${mediaObject})
    FROM draft_media used JOIN media m ON m.id = used.media_id
    WHERE used.draft_id = d.id AND ${isUnused} ORDER BY used.part, used.position)) AS media`;

async function select(database: Database | Transaction, rest: Prisma.Sql): Promise<DraftRow[]> {
  const rows = await database.query<DraftRow>(sql`SELECT ${columns} FROM drafts d ${rest}`);
  return rows.map((row) => ({ ...row, poll: row.poll && draftPollSchema.parse(row.poll) }));
}

/** The last changed first. */
export function selectDrafts(
  database: Database,
  authorId: string,
  { after, skip, take }: TimeRange,
): Promise<DraftRow[]> {
  const isAfter =
    after === null
      ? sql`true`
      : sql`(d.updated_at, d.id) < (${after.time}::timestamptz, ${after.id}::uuid)`;
  return select(
    database,
    sql`WHERE d.author_id = ${authorId}::uuid AND ${isAfter}
      ORDER BY d.updated_at DESC, d.id DESC LIMIT ${take}::int OFFSET ${skip}::int`,
  );
}

/** Null when the author has no such draft. */
export async function findDraft(
  database: Database | Transaction,
  { id, authorId }: DraftOwner,
): Promise<DraftRow | null> {
  const [row] = await select(
    database,
    sql`WHERE d.id = ${id}::uuid AND d.author_id = ${authorId}::uuid`,
  );
  return row ?? null;
}

/** The author's drafts with the same texts. */
export function selectDraftsWithTexts(
  tx: Transaction,
  authorId: string,
  texts: readonly string[],
): Promise<DraftRow[]> {
  return select(tx, sql`WHERE d.author_id = ${authorId}::uuid AND d.texts = ${texts}::text[]`);
}

export function countDrafts(tx: Transaction, authorId: string): Promise<number> {
  return tx.draft.count({ where: { authorId } });
}

export async function insertDraft(
  tx: Transaction,
  owner: DraftOwner,
  fields: DraftFields,
  now: Date,
): Promise<void> {
  await tx.draft.create({
    data: { ...owner, ...toColumns(fields), createdAt: now, updatedAt: now },
  });
}

/** Removes its media too. False when it no longer exists. */
export async function updateFields(
  tx: Transaction,
  { id, authorId }: DraftOwner,
  fields: DraftFields,
  now: Date,
): Promise<boolean> {
  const { count } = await tx.draft.updateMany({
    where: { id, authorId },
    data: { ...toColumns(fields), version: { increment: 1 }, updatedAt: now },
  });
  if (count > 0) await tx.draftMedia.deleteMany({ where: { draftId: id } });
  return count > 0;
}

function toColumns({ poll, ...fields }: DraftFields) {
  return { ...fields, poll: poll === null ? Prisma.DbNull : { ...poll } };
}

/** Skips uploads that are not unused ones of the author. False when there are such. */
export async function insertDraftMedia(
  tx: Transaction,
  { id, authorId }: DraftOwner,
  media: readonly DraftMediaInput[],
): Promise<boolean> {
  if (media.length === 0) return true;
  // Locked, so that an upload which is being deleted is not found, rather than violating the key.
  const inserted = await tx.execute(sql`
    INSERT INTO draft_media (draft_id, media_id, part, position, alt_text)
    SELECT ${id}::uuid, m.id, used.part, used.position, used.alt_text
    FROM unnest(${media.map(({ mediaId }) => mediaId)}::uuid[],
        ${media.map(({ part }) => part)}::smallint[], ${media.map((_, index) => index)}::smallint[],
        ${media.map(({ altText }) => altText ?? '')}::text[]) AS used (id, part, position, alt_text)
      JOIN media m ON m.id = used.id
    WHERE m.owner_id = ${authorId}::uuid AND ${isUnused} FOR KEY SHARE OF m`);
  for (const { mediaId, focus } of media) {
    if (focus === undefined) continue;
    await tx.media.updateMany({
      where: { id: mediaId, ownerId: authorId, threadId: null },
      data: { focus: { ...focus } },
    });
  }
  return inserted === media.length;
}

/**
 * Its media become orphans, unless another draft has them. False when it does not exist or, if a
 * version is given, has another one.
 */
export async function deleteOwnDraft(
  tx: Transaction,
  { id, authorId }: DraftOwner,
  version?: number,
): Promise<boolean> {
  const isVersion = version === undefined ? {} : { version };
  const { count } = await tx.draft.deleteMany({ where: { id, authorId, ...isVersion } });
  return count > 0;
}
