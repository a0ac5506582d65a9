import { isDeepStrictEqual } from 'node:util';
import type { Page } from '@skein/contracts/http';
import { chainFilesMax, draftsMax } from '@skein/contracts/limits';
import type { DraftInput, SavedDraft } from '@skein/contracts/threads';
import type { Database, Transaction } from '@skein/db';
import { withValues } from '@skein/messages';
import type { Idempotency } from '../../../platform/idempotency/idempotency.ts';
import type { Clock } from '../../../platform/clock.ts';
import { ConflictError, NotFoundError, ValidationError } from '../../../platform/errors.ts';
import { isId, newId } from '../../../platform/ids.ts';
import { readTimePage } from '../../../platform/read-page.ts';
import type { PageQuery } from '../../../platform/read-page.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { toMediaDto } from '../../media/index.ts';
import { lockAccounts } from '../../users/index.ts';
import { createOnce } from '../../../platform/idempotency/create-once.ts';
import type { ResponseMessage } from '../../../platform/messages.ts';
import {
  countDrafts,
  deleteOwnDraft,
  findDraft,
  insertDraft,
  insertDraftMedia,
  selectDrafts,
  selectDraftsWithTexts,
  updateFields,
} from './drafts.repository.ts';
import type { DraftFields, DraftMediaInput, DraftRow } from './drafts.repository.ts';

interface Dependencies {
  database: Database;
  clock: Clock;
}

export type DraftUpdate = DraftInput & { version: number };

interface Content {
  fields: DraftFields;
  media: DraftMediaInput[];
}

async function getDraft(
  { database }: Pick<Dependencies, 'database'>,
  { userId: authorId }: Viewer,
  id: string,
): Promise<SavedDraft> {
  const row = await findDraft(database, { id, authorId });
  if (row === null) throw draftNotFound();
  return toDraftDto(row);
}

/** @throws ValidationError; ConflictError beyond the limit */
export function createDraft(
  { database, clock }: Dependencies,
  viewer: Viewer,
  idempotency: Idempotency,
  input: DraftInput,
): Promise<SavedDraft> {
  const owner = { id: idempotency.id, authorId: viewer.userId };
  return createOnce(idempotency, {
    deletedError: draftNotFound,
    find: async () => {
      const row = await findDraft(database, owner);
      return row && toDraftDto(row);
    },
    create: async () => {
      const content = toContent(input);
      await database.$transaction(async (tx) => {
        await lockAccounts(tx, [viewer.userId]);
        await insert(tx, owner, content, clock.now());
      });
      return getDraft({ database }, viewer, owner.id);
    },
  });
}

/**
 * Saves the content as a second draft if the draft has changed since that version, unless there is already
 * a draft with this content: a repetition of a request whose response was lost.
 * @throws NotFoundError, ValidationError; ConflictError beyond the limit
 */
export async function updateDraft(
  { database, clock }: Dependencies,
  viewer: Viewer,
  id: string,
  { version, ...input }: DraftUpdate,
): Promise<SavedDraft> {
  const content = toContent(input);
  const { userId: authorId } = viewer;
  if (!isId(id)) throw draftNotFound();
  const savedId = await database.$transaction(async (tx) => {
    // Serializes this with other changes of the user's drafts.
    await lockAccounts(tx, [authorId]);
    const current = await findDraft(tx, { id, authorId });
    if (current === null) throw draftNotFound();
    if (current.version !== version) {
      const same = await findSame(tx, authorId, content);
      if (same !== undefined) return same.id;
      const second = { id: newId(), authorId };
      await insertWithoutMedia(tx, second, content, clock.now());
      await insertDraftMedia(tx, second, content.media);
      return second.id;
    }
    const isUpdated = await updateFields(tx, { id, authorId }, content.fields, clock.now());
    if (!isUpdated) throw draftNotFound();
    // Another device may have removed some of the uploads: the response has the rest.
    await insertDraftMedia(tx, { id, authorId }, content.media);
    return id;
  });
  return getDraft({ database }, viewer, savedId);
}

/** @throws NotFoundError also when its thread was published */
export async function deleteDraft(
  { database }: Pick<Dependencies, 'database'>,
  { userId: authorId }: Viewer,
  id: string,
): Promise<void> {
  const isDeleted = isId(id) && (await deleteOwnDraft(database, { id, authorId }));
  if (!isDeleted) throw draftNotFound();
}

export async function listDrafts(
  { database }: Pick<Dependencies, 'database'>,
  { userId }: Viewer,
  query: PageQuery,
): Promise<Page<SavedDraft>> {
  const page = await readTimePage(query, {
    read: (range) => selectDrafts(database, userId, range),
    getPosition: ({ updatedAt, id }) => ({ time: updatedAt, id }),
  });
  return { ...page, content: page.content.map(toDraftDto) };
}

type Owner = Parameters<typeof insertDraft>[1];

async function findSame(
  tx: Transaction,
  authorId: string,
  content: Content,
): Promise<DraftRow | undefined> {
  const candidates = await selectDraftsWithTexts(tx, authorId, content.fields.texts);
  // The focus belongs to the file, not to the draft.
  const media = content.media.map(({ focus: _focus, ...used }) => used);
  return candidates.find((row) => isDeepStrictEqual(getContent(row), { ...content, media }));
}

async function insertWithoutMedia(
  tx: Transaction,
  owner: Owner,
  { fields }: Content,
  now: Date,
): Promise<void> {
  if ((await countDrafts(tx, owner.authorId)) >= draftsMax) throw tooManyDrafts();
  await insertDraft(tx, owner, fields, now);
}

async function insert(tx: Transaction, owner: Owner, content: Content, now: Date): Promise<void> {
  await insertWithoutMedia(tx, owner, content, now);
  if (await insertDraftMedia(tx, owner, content.media)) return;
  const message = 'error.uploadGone';
  throw new ValidationError([{ path: 'parts', message }]);
}

/** @throws ValidationError for an empty draft, too many files or one file twice */
function toContent({ parts, poll, parentThreadId, quotedThreadId, ...input }: DraftInput) {
  const { scheduledAt, audience = null, language = null, ...rest } = input;
  const media = parts.flatMap((part, index) =>
    part.media.map(({ id, altText, focus }) => ({ mediaId: id, part: index, altText, focus })),
  );
  if (media.length > chainFilesMax) {
    throw invalid(withValues('error.draftFiles', { max: chainFilesMax }));
  }
  if (new Set(media.map(({ mediaId }) => mediaId.toLowerCase())).size < media.length) {
    throw invalid('error.draftFileTwice');
  }
  requirePublishable({ parts, poll, parentThreadId, quotedThreadId, scheduledAt });
  const texts = parts.map(({ content }) => content);
  const fields: DraftFields = {
    ...rest,
    audience,
    language,
    texts,
    poll: poll ?? null,
    parentId: parentThreadId ?? null,
    quotedId: quotedThreadId ?? null,
    scheduledAt: scheduledAt === undefined ? null : new Date(scheduledAt),
  };
  const hasText = [rest.topic, ...texts, rest.contentWarning].some(Boolean);
  if (!hasText && media.length === 0 && poll === undefined) {
    throw invalid('error.threadEmpty');
  }
  return { fields, media } satisfies Content;
}

/** @throws ValidationError for content that no kind of thread can have together */
function requirePublishable({
  parts,
  poll,
  parentThreadId,
  quotedThreadId,
  scheduledAt,
}: Pick<DraftInput, 'parts' | 'poll' | 'parentThreadId' | 'quotedThreadId' | 'scheduledAt'>): void {
  const isQuote = quotedThreadId !== undefined;
  const isReply = parentThreadId !== undefined;
  if (isReply && isQuote) throw invalid('error.draftTargets');
  if ((isReply || isQuote) && parts.length > 1) {
    throw invalid('error.draftTargetParts');
  }
  if (scheduledAt !== undefined && (isReply || isQuote)) {
    throw invalid('error.draftTime');
  }
  if (isQuote && poll !== undefined) throw invalid('error.draftQuotePoll');
}

function getContent({ media, ...row }: DraftRow): Content {
  const { id: _id, version: _version, createdAt: _created, updatedAt: _updated, ...fields } = row;
  const used = media.map(({ part, altText, file }) => ({ mediaId: file.id, part, altText }));
  return { fields, media: used };
}

function toDraftDto({ id, version, topic, texts, media, ...row }: DraftRow): SavedDraft {
  return {
    id,
    version,
    topic,
    parts: texts.map((content, index) => ({
      content,
      media: media
        .filter(({ part }) => part === index)
        .map(({ altText, file }) =>
          toMediaDto({ ...file, altText: altText === '' ? null : altText }, { isOwner: true }),
        ),
    })),
    contentWarning: row.contentWarning,
    isSensitive: row.isSensitive,
    replyPermission: row.replyPermission,
    audience: row.audience,
    language: row.language,
    poll: row.poll,
    parentThreadId: row.parentId,
    quotedThreadId: row.quotedId,
    scheduledAt: row.scheduledAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

const invalid = (message: ResponseMessage) => new ValidationError([{ path: 'parts', message }]);

const draftNotFound = () => new NotFoundError('error.draftNotFound');

const tooManyDrafts = () =>
  new ConflictError('conflict', withValues('error.draftTooMany', { max: draftsMax }));

interface PublishedDraft {
  draftId?: string | undefined;
  draftVersion?: number | undefined;
}

/**
 * Deletes the draft that a thread publishes, in the transaction that inserts the thread. Keeps a
 * draft that has changed since that version.
 * @throws ConflictError when it no longer exists, so that it is published once
 */
export async function deletePublishedDraft(
  tx: Transaction,
  authorId: string,
  { draftId: id, draftVersion: version }: PublishedDraft,
): Promise<void> {
  if (id === undefined || (await deleteOwnDraft(tx, { id, authorId }, version))) return;
  if (version !== undefined && (await findDraft(tx, { id, authorId })) !== null) return;
  throw new ConflictError('conflict', 'error.draftTaken');
}
