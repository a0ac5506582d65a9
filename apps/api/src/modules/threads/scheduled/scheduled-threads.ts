import { scheduledAheadMaxMs, scheduledThreadsMax } from '@skein/contracts/limits';
import type { ScheduledThread } from '@skein/contracts/threads';
import type { Database, Transaction } from '@skein/db';
import { withValues } from '@skein/messages';
import type { Idempotency } from '../../../platform/idempotency/idempotency.ts';
import type { Clock } from '../../../platform/clock.ts';
import {
  ConflictError,
  NotFoundError,
  UnavailableError,
  ValidationError,
} from '../../../platform/errors.ts';
import { isId } from '../../../platform/ids.ts';
import { isOutage } from '../../../platform/is-outage.ts';
import type { UploadedFile } from '../../../platform/uploaded-file.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { ProcessedMedia } from '../../media/index.ts';
import { lockAccounts } from '../../users/index.ts';
import { listPartIds, toChainParts } from '../publishing/create-chain.ts';
import type { ChainInput, ChainPart } from '../publishing/create-chain.ts';
import { createOnce } from '../../../platform/idempotency/create-once.ts';
import { deletePublishedDraft } from '../drafts/drafts.ts';
import { requireContent, ScheduledThreadChanged } from '../publishing/create-thread.ts';
import type { ThreadCreation } from '../publishing/create-thread.ts';
import { threadNotFound } from '../reading/require-thread.ts';
import { publishScheduled } from './publish-scheduled.ts';
import { toThreadDraft } from '../publishing/publish-thread.ts';
import type { ThreadInput } from '../publishing/publish-thread.ts';
import {
  countScheduled,
  deleteScheduled,
  findScheduled,
  insertScheduled,
  listScheduled,
  updateScheduled,
} from './scheduled-threads.repository.ts';
import type { ScheduledRow } from './scheduled-threads.repository.ts';
import { toScheduledDto } from './scheduled-threads.serializer.ts';

export interface ScheduledInput extends ThreadInput {
  /** ISO 8601. */
  scheduledAt: string;
}

export interface ScheduledChainInput extends ChainInput {
  /** ISO 8601. */
  scheduledAt: string;
}

interface ScheduledChanges {
  content?: string | undefined;
  /** Of all further parts of a chain. */
  furtherContents?: string[] | undefined;
  /** ISO 8601. */
  scheduledAt?: string | undefined;
}

/** Scheduled threads and chains of the viewer; `publishDueThreads` publishes them. */
export function createScheduledThreads(creation: ThreadCreation) {
  const { database } = creation;

  const scheduleOnce = (
    viewer: Viewer,
    idempotency: Idempotency,
    scheduledAt: string,
    listParts: () => ChainPart[],
  ): Promise<ScheduledThread> =>
    createOnce(idempotency, {
      deletedError: scheduledNotFound,
      find: async () => {
        const found = await findScheduled(database, idempotency.id, viewer.userId);
        return found && toScheduledDto(found);
      },
      create: async () => {
        const parts = listParts();
        return create(creation, viewer, idempotency.id, { scheduledAt, parts });
      },
    });

  return {
    /**
     * @throws ValidationError; NotFoundError and ForbiddenError for the target; ConflictError beyond
     *   the limit; errors of the media module for the files
     */
    schedule: (
      viewer: Viewer,
      idempotency: Idempotency,
      { scheduledAt, ...input }: ScheduledInput,
      files: readonly UploadedFile[] = [],
    ): Promise<ScheduledThread> =>
      scheduleOnce(viewer, idempotency, scheduledAt, () => {
        const draft = toThreadDraft(input);
        requireContent(draft, files);
        return [{ draft, files }];
      }),

    /**
     * @throws ValidationError with the path of the part; ConflictError beyond the limit; errors of the
     *   media module for the files
     */
    scheduleChain: (
      viewer: Viewer,
      idempotency: Idempotency,
      { scheduledAt, ...input }: ScheduledChainInput,
      files: readonly UploadedFile[] = [],
    ): Promise<ScheduledThread> =>
      scheduleOnce(viewer, idempotency, scheduledAt, () =>
        toChainParts(listPartIds(idempotency.id, input), input, files),
      ),

    listScheduled: async (viewer: Viewer): Promise<ScheduledThread[]> =>
      (await listScheduled(database, viewer.userId)).map(toScheduledDto),

    /** @throws NotFoundError */
    getScheduled: async (viewer: Viewer, id: string): Promise<ScheduledThread> =>
      toScheduledDto(await getScheduled(database, viewer, id)),

    /** @throws NotFoundError, ValidationError */
    updateScheduled: (viewer: Viewer, id: string, changes: ScheduledChanges) =>
      change(creation, viewer, id, changes),

    /**
     * Publishes it before its time.
     * @returns the id of the first thread
     * @throws NotFoundError also when it has been published; what `createThread` throws
     */
    publishScheduled: (viewer: Viewer, idempotency: Idempotency, id: string): Promise<string> =>
      createOnce(idempotency, {
        find: () => findOwnThreadId(database, viewer, idempotency.id),
        create: () => publishNow(creation, viewer, { id, firstId: idempotency.id }),
        deletedError: threadNotFound,
      }),

    /** @throws NotFoundError also when it has been published */
    async deleteScheduled(viewer: Viewer, id: string): Promise<void> {
      const isDeleted = isId(id) && (await deleteScheduled(database, id, viewer.userId));
      if (!isDeleted) throw scheduledNotFound();
    },
  };
}

async function getScheduled(database: Database, viewer: Viewer, id: string): Promise<ScheduledRow> {
  const found = isId(id) ? await findScheduled(database, id, viewer.userId) : null;
  if (found === null) throw scheduledNotFound();
  return found;
}

async function findOwnThreadId(
  database: Database,
  { userId: authorId }: Viewer,
  id: string,
): Promise<string | null> {
  const thread = await database.thread.findFirst({
    where: { id, authorId, deletedAt: null },
    select: { id: true },
  });
  return thread?.id ?? null;
}

async function publishNow(
  creation: ThreadCreation,
  viewer: Viewer,
  { id, firstId }: { id: string; firstId: string },
): Promise<string> {
  const { database } = creation;
  const row = await getScheduled(database, viewer, id);
  try {
    return await publishScheduled(creation, viewer, row, firstId);
  } catch (error) {
    if (isOutage(error)) throw error;
    // Another request may have been faster, which can show first in the files.
    if ((await findScheduled(database, id, viewer.userId)) === null) throw scheduledNotFound();
    if (!(error instanceof ScheduledThreadChanged)) throw error;
    throw new UnavailableError('error.threadBusy');
  }
}

async function change(
  { database, clock, protection }: Pick<ThreadCreation, 'database' | 'clock' | 'protection'>,
  viewer: Viewer,
  id: string,
  changes: ScheduledChanges,
): Promise<ScheduledThread> {
  const before = await getScheduled(database, viewer, id);
  await protection.requireVerifiedEmail(viewer);
  const { content = before.content } = changes;
  const { scheduledAt, furtherContents = before.furtherParts.map((part) => part.content) } =
    changes;
  requireContents(before, [content, ...furtherContents]);
  const time = scheduledAt === undefined ? before.scheduledAt : requireFuture(clock, scheduledAt);
  const changed = { content, furtherContents, scheduledAt: time };
  if (!(await updateScheduled(database, before, changed))) throw scheduledNotFound();
  return toScheduledDto(await getScheduled(database, viewer, id));
}

/** Files are processed before the transaction. After an error neither rows nor files remain. */
async function create(
  { database, clock, media, protection, requireTarget }: ThreadCreation,
  viewer: Viewer,
  id: string,
  { scheduledAt: time, parts }: { scheduledAt: string; parts: readonly ChainPart[] },
): Promise<ScheduledThread> {
  const scheduledAt = requireFuture(clock, time);
  const [first, ...further] = parts;
  if (first === undefined) throw noContent();
  const { draft } = first;
  const { content, contentWarning, isSensitive, replyPermission, target, poll = null } = draft;
  await protection.requireVerifiedEmail(viewer);
  await requireTarget(viewer, target);
  const parentId = target.type === 'reply' ? target.parentId : null;
  const { userId: authorId } = viewer;
  const files = parts.flatMap((part) => part.files);
  const processed = await media.processAll(files, authorId);
  const thread = { content, contentWarning, isSensitive, replyPermission, parentId, poll };
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
  return toScheduledDto(await getScheduled(database, viewer, id));
}

/** Numbers the files over all parts. */
async function insertMedia(
  tx: Transaction,
  media: ThreadCreation['media'],
  { scheduledId, ownerId }: { scheduledId: string; ownerId: string },
  parts: readonly ChainPart[],
  processed: readonly ProcessedMedia[],
): Promise<void> {
  let position = 0;
  let nextFile = 0;
  for (const { draft, files } of parts) {
    const describe = (index: number) => draft.altText[index] ?? null;
    const own = processed.slice(nextFile, nextFile + files.length);
    const items = own.map((file, index) => ({ processed: file, altText: describe(index) }));
    await media.insert(tx, { threadId: null, scheduledId, firstPosition: position, items });
    nextFile += own.length;
    position += own.length;
    for (const [index, uploadId] of draft.uploadIds.entries()) {
      const claim = { uploadId, mediaType: undefined, usedBy: { scheduledId }, ownerId };
      await media.claim(tx, { ...claim, position, altText: describe(index) });
      position += 1;
    }
  }
}

/** @throws ValidationError for an empty part, and for other parts than it has */
function requireContents(
  { media, poll, furtherParts }: ScheduledRow,
  [content, ...furtherContents]: string[],
): void {
  if (content === '' && media.length === 0 && poll === null) throw noContent();
  if (furtherContents.length !== furtherParts.length) {
    const message = 'error.scheduledPartTexts';
    throw new ValidationError([{ path: 'furtherContents', message }]);
  }
  for (const [index, part] of furtherParts.entries()) {
    const isEmpty = furtherContents[index] === '' && part.media.length === 0;
    if (isEmpty) throw noContent(`furtherContents.${index}`);
  }
}

function requireFuture(clock: Clock, time: string): Date {
  const date = new Date(time);
  const aheadMs = date.getTime() - clock.now().getTime();
  const path = 'scheduledAt';
  if (aheadMs <= 0) throw new ValidationError([{ path, message: 'error.schedulePast' }]);
  if (aheadMs > scheduledAheadMaxMs) {
    throw new ValidationError([{ path, message: 'error.scheduleTooFar' }]);
  }
  return date;
}

const noContent = (path = 'content') =>
  new ValidationError([{ path, message: 'error.threadEmpty' }]);

const scheduledNotFound = () => new NotFoundError('error.scheduledNotFound');

const tooManyScheduled = () =>
  new ConflictError(
    'conflict',
    withValues('error.scheduledTooMany', { count: scheduledThreadsMax }),
  );
