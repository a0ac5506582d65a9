import { scheduledAheadMaxMs, scheduledThreadsMax } from '@skein/contracts/limits';
import type { ScheduledThread } from '@skein/contracts/threads';
import type { Database } from '@skein/db';
import type { Idempotency } from '../../http/idempotency/idempotency.ts';
import type { Clock } from '../../platform/clock.ts';
import { ConflictError, NotFoundError, ValidationError } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { isOutage } from '../../platform/is-outage.ts';
import type { UploadedFile } from '../../platform/uploaded-file.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { toMediaDto } from '../media/index.ts';
import type { MediaModule } from '../media/index.ts';
import { lockAccounts } from '../users/index.ts';
import { createOnce } from './create-once.ts';
import { deletePublishedDraft } from './drafts.ts';
import { requireContent } from './create-thread.ts';
import { toThreadDraft } from './publish-thread.ts';
import type { ThreadInput } from './publish-thread.ts';
import {
  countScheduled,
  deleteScheduled,
  findScheduled,
  insertScheduled,
  listScheduled,
  updateScheduled,
} from './scheduled-threads.repository.ts';
import type { ScheduledRow } from './scheduled-threads.repository.ts';
import type { ThreadTarget } from './thread-target.queries.ts';

export interface ScheduledInput extends ThreadInput {
  /** ISO 8601. */
  scheduledAt: string;
}

interface Dependencies {
  database: Database;
  clock: Clock;
  media: Pick<MediaModule, 'processAll' | 'insert' | 'claim' | 'discard'>;
  /** @throws NotFoundError, ForbiddenError when the viewer may not reply to the target */
  requireTarget: (viewer: Viewer, target: ThreadTarget) => Promise<void>;
}

/** Scheduled threads of the viewer; `publishDueThreads` publishes them. */
export function createScheduledThreads(dependencies: Dependencies) {
  const { database, clock } = dependencies;

  return {
    /**
     * @throws ValidationError; NotFoundError and ForbiddenError for the target; ConflictError beyond
     *   the limit; errors of the media module for the files
     */
    schedule: (
      viewer: Viewer,
      idempotency: Idempotency,
      input: ScheduledInput,
      files: readonly UploadedFile[] = [],
    ): Promise<ScheduledThread> =>
      createOnce(idempotency, {
        deletedError: scheduledNotFound,
        find: async () => {
          const found = await findScheduled(database, idempotency.id, viewer.userId);
          return found && toScheduledDto(found);
        },
        create: () => create(dependencies, viewer, idempotency.id, input, files),
      }),

    listScheduled: async (viewer: Viewer): Promise<ScheduledThread[]> =>
      (await listScheduled(database, viewer.userId)).map(toScheduledDto),

    /** @throws NotFoundError */
    getScheduled: async (viewer: Viewer, id: string): Promise<ScheduledThread> =>
      toScheduledDto(await getScheduled(database, viewer, id)),

    /** @throws NotFoundError, ValidationError */
    async updateScheduled(
      viewer: Viewer,
      id: string,
      changes: { content?: string | undefined; scheduledAt?: string | undefined },
    ): Promise<ScheduledThread> {
      const before = await getScheduled(database, viewer, id);
      const { content = before.content, scheduledAt } = changes;
      if (content === '' && before.media.length === 0 && before.poll === null) throw noContent();
      const time =
        scheduledAt === undefined ? before.scheduledAt : requireFuture(clock, scheduledAt);
      const isUpdated = await updateScheduled(database, before, { content, scheduledAt: time });
      if (!isUpdated) throw scheduledNotFound();
      return toScheduledDto(await getScheduled(database, viewer, id));
    },

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

/** Files are processed before the transaction. After an error neither rows nor files remain. */
async function create(
  { database, clock, media, requireTarget }: Dependencies,
  viewer: Viewer,
  id: string,
  { scheduledAt: time, ...input }: ScheduledInput,
  files: readonly UploadedFile[],
): Promise<ScheduledThread> {
  const scheduledAt = requireFuture(clock, time);
  const draft = toThreadDraft(input);
  requireContent(draft, files);
  const { target, poll = null, altText, upload: _, uploadIds, ...rest } = draft;
  const { draftId, draftVersion, ...thread } = rest;
  await requireTarget(viewer, target);
  const parentId = target.type === 'reply' ? target.parentId : null;
  const { userId: authorId } = viewer;
  const processed = await media.processAll(files, authorId);
  const describe = (index: number) => altText[index] ?? null;
  const items = processed.map((file, index) => ({ processed: file, altText: describe(index) }));
  try {
    await database.$transaction(async (tx) => {
      // Serializes this with other scheduling of the user, for the limit.
      await lockAccounts(tx, [authorId]);
      if ((await countScheduled(tx, authorId)) >= scheduledThreadsMax) throw tooManyScheduled();
      await deletePublishedDraft(tx, authorId, { draftId, draftVersion });
      await insertScheduled(tx, { ...thread, id, authorId, parentId, poll, scheduledAt });
      await media.insert(tx, { threadId: null, scheduledId: id, items });
      for (const [position, uploadId] of uploadIds.entries()) {
        const claim = { uploadId, mediaType: undefined, altText: describe(position) };
        await media.claim(tx, {
          ...claim,
          usedBy: { scheduledId: id },
          ownerId: authorId,
          position,
        });
      }
    });
  } catch (error) {
    if (!isOutage(error)) await media.discard(processed);
    throw error;
  }
  return toScheduledDto(await getScheduled(database, viewer, id));
}

function toScheduledDto({ id, content, contentWarning, ...row }: ScheduledRow): ScheduledThread {
  return {
    id,
    scheduledAt: row.scheduledAt.toISOString(),
    content,
    contentWarning,
    isSensitive: row.isSensitive,
    parentThreadId: row.parentId,
    replyPermission: row.replyPermission,
    poll: row.poll,
    media: row.media.map((media) => toMediaDto(media, { isOwner: true })),
    error: row.error,
    createdAt: row.createdAt.toISOString(),
  };
}

function requireFuture(clock: Clock, time: string): Date {
  const date = new Date(time);
  const aheadMs = date.getTime() - clock.now().getTime();
  const path = 'scheduledAt';
  if (aheadMs <= 0) throw new ValidationError([{ path, message: 'Choose a time in the future.' }]);
  if (aheadMs > scheduledAheadMaxMs) {
    throw new ValidationError([{ path, message: 'Choose a time within the next year.' }]);
  }
  return date;
}

const noContent = () =>
  new ValidationError([{ path: 'content', message: 'Write something or add a file.' }]);

const scheduledNotFound = () => new NotFoundError('This scheduled thread does not exist.');

const tooManyScheduled = () =>
  new ConflictError('conflict', `You can schedule up to ${scheduledThreadsMax} threads.`);
