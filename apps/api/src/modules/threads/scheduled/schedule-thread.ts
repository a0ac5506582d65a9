import { scheduledAheadMaxMs, scheduledThreadsMax } from '@skein/contracts/limits';
import type { ScheduledThread } from '@skein/contracts/threads';
import type { Transaction } from '@skein/db';
import { withValues } from '@skein/messages';
import { createOnce } from '../../../platform/idempotency/create-once.ts';
import type { Idempotency } from '../../../platform/idempotency/idempotency.ts';
import type { Clock } from '../../../platform/clock.ts';
import { ConflictError, NotFoundError, ValidationError } from '../../../platform/errors.ts';
import { isOutage } from '../../../platform/is-outage.ts';
import type { UploadedFile } from '../../../platform/uploaded-file.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { ProcessedMedia } from '../../media/index.ts';
import { lockAccounts } from '../../users/index.ts';
import { deletePublishedDraft } from '../drafts/drafts.ts';
import type { PublishingDependencies } from '../publishing/publish-threads.ts';
import { requireContents, toChainParts, toThreadDraft } from '../publishing/thread-drafts.ts';
import type { ChainInput, ThreadInput, ThreadPart } from '../publishing/thread-drafts.ts';
import { requireTarget } from '../reading/require-thread.ts';
import { countScheduled, findScheduled, insertScheduled } from './scheduled-threads.repository.ts';
import { toScheduledDto } from './scheduled-threads.serializer.ts';

export interface ScheduledInput extends ThreadInput {
  /** ISO 8601. */
  scheduledAt: string;
}

export interface ScheduledChainInput extends ChainInput {
  /** ISO 8601. */
  scheduledAt: string;
}

/**
 * Schedules a thread or reply; `publishDueThreads` publishes it.
 * @throws ValidationError; NotFoundError and ForbiddenError for the target; ConflictError beyond the limit;
 *   errors of the media module for the files
 */
export function scheduleThread(
  deps: PublishingDependencies,
  viewer: Viewer,
  idempotency: Idempotency,
  { scheduledAt, ...input }: ScheduledInput,
  files: readonly UploadedFile[] = [],
): Promise<ScheduledThread> {
  return scheduleOnce(deps, viewer, idempotency, {
    scheduledAt,
    listParts: () => [{ id: idempotency.id, draft: toThreadDraft(input), files }],
  });
}

/**
 * Schedules a chain.
 * @throws ValidationError with the path of the part; ConflictError beyond the limit; errors of the media
 *   module for the files
 */
export function scheduleChain(
  deps: PublishingDependencies,
  viewer: Viewer,
  idempotency: Idempotency,
  { scheduledAt, ...input }: ScheduledChainInput,
  files: readonly UploadedFile[] = [],
): Promise<ScheduledThread> {
  return scheduleOnce(deps, viewer, idempotency, {
    scheduledAt,
    listParts: () => toChainParts(idempotency.id, input, files),
  });
}

function scheduleOnce(
  deps: PublishingDependencies,
  viewer: Viewer,
  idempotency: Idempotency,
  { scheduledAt, listParts }: { scheduledAt: string; listParts: () => ThreadPart[] },
): Promise<ScheduledThread> {
  return createOnce(idempotency, {
    deletedError: scheduledNotFound,
    find: async () => {
      const row = await findScheduled(deps.database, idempotency.id, viewer.userId);
      return row && toScheduledDto(row);
    },
    create: async () => schedule(deps, viewer, { scheduledAt, parts: listParts() }),
  });
}

/** Files are processed before the transaction. After an error neither rows nor files remain. */
async function schedule(
  { database, clock, media, protection, reader }: PublishingDependencies,
  viewer: Viewer,
  { scheduledAt: time, parts }: { scheduledAt: string; parts: readonly ThreadPart[] },
): Promise<ScheduledThread> {
  requireContents(parts);
  const scheduledAt = requireFuture(clock, time);
  const [first, ...further] = parts;
  if (first === undefined) throw new Error('A scheduled chain has parts.');
  const { id, draft } = first;
  const { content, contentWarning, isSensitive, replyPermission, target, poll = null } = draft;
  await protection.requireVerifiedEmail(viewer);
  await requireTarget(reader.get, viewer, target);
  const parentId = target.type === 'reply' ? target.parentId : null;
  const { userId: authorId } = viewer;
  const files = parts.flatMap((part) => part.files);
  const processed = await media.processAll(files, authorId);
  const { audience = null, language = null } = draft;
  const own = { contentWarning, isSensitive, replyPermission, audience, language };
  const thread = { ...own, content, parentId, poll };
  const furtherParts = further.map((part) => ({
    content: part.draft.content,
    files: part.files.length + part.draft.uploadIds.length,
  }));
  try {
    await database.$transaction(async (tx) => {
      // Serializes this with other scheduling of the user, for the limit.
      await lockAccounts(tx, [authorId]);
      if ((await countScheduled(tx, authorId)) >= scheduledThreadsMax) throw tooManyScheduled();
      await deletePublishedDraft(tx, authorId, draft);
      await insertScheduled(tx, { ...thread, id, authorId, scheduledAt, furtherParts });
      await insertMedia(tx, media, { scheduledId: id, ownerId: authorId }, parts, processed);
    });
  } catch (error) {
    if (!isOutage(error)) await media.discard(processed);
    throw error;
  }
  const row = await findScheduled(database, id, authorId);
  if (row === null) throw scheduledNotFound();
  return toScheduledDto(row);
}

/** Numbers the files over all parts. */
async function insertMedia(
  tx: Transaction,
  media: PublishingDependencies['media'],
  { scheduledId, ownerId }: { scheduledId: string; ownerId: string },
  parts: readonly ThreadPart[],
  processed: readonly ProcessedMedia[],
): Promise<void> {
  let position = 0;
  let nextFile = 0;
  for (const { draft, files } of parts) {
    const describe = (index: number) => ({
      altText: draft.altText[index] ?? null,
      focus: draft.focus?.[index],
    });
    const own = processed.slice(nextFile, nextFile + files.length);
    const items = own.map((file, index) => ({ processed: file, ...describe(index) }));
    await media.insert(tx, { threadId: null, scheduledId, firstPosition: position, items });
    nextFile += own.length;
    position += own.length;
    for (const [index, uploadId] of draft.uploadIds.entries()) {
      const claim = { uploadId, mediaType: undefined, usedBy: { scheduledId }, ownerId };
      await media.claim(tx, { ...claim, position, ...describe(index) });
      position += 1;
    }
  }
}

/** @throws ValidationError */
export function requireFuture(clock: Clock, time: string): Date {
  const date = new Date(time);
  const aheadMs = date.getTime() - clock.now().getTime();
  const path = 'scheduledAt';
  if (aheadMs <= 0) throw new ValidationError([{ path, message: 'error.schedulePast' }]);
  if (aheadMs > scheduledAheadMaxMs) {
    throw new ValidationError([{ path, message: 'error.scheduleTooFar' }]);
  }
  return date;
}

export const scheduledNotFound = () => new NotFoundError('error.scheduledNotFound');

const tooManyScheduled = () =>
  new ConflictError(
    'conflict',
    withValues('error.scheduledTooMany', { count: scheduledThreadsMax }),
  );
